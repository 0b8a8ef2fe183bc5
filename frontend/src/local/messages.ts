/** What the page and the worker that answers on the device tell each other, and what the worker and Python do. */

import type { Question, Thought } from './engine/engine';

/** A request, as it would go over HTTP. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: string | null;
  readonly token: string | null;
}

/** What is done on the device, in the words of `stonefield/pocket/pocket.py`. */
export type Doing =
  | ({ readonly do: 'ask' } & Asked)
  | { readonly do: 'open'; readonly line: number; readonly game: string }
  | { readonly do: 'open'; readonly line: number; readonly study: string }
  | { readonly do: 'say'; readonly line: number; readonly message: unknown }
  | { readonly do: 'close'; readonly line: number }
  | {
      readonly do: 'thought';
      readonly question: number;
      readonly thought: Thought | null;
      readonly code: string | null;
    }
  | { readonly do: 'rows'; readonly rows: Readonly<Record<string, Row | null>> }
  | { readonly do: 'wake' };

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** A question about a game or a study on the device; its answer is not to come before so many milliseconds. */
export type PocketQuestion = Question & { readonly id: number; readonly least: number };

/** A text that the browser keeps, and how often it was written. */
export interface Row {
  readonly text: string;
  readonly edition: number;
}

/** A row to be written over the edition `after`; no text: the row goes. */
export interface Write {
  readonly key: string;
  readonly after: number;
  readonly edition: number;
  readonly text: string | null;
}

/** What follows from a doing. */
export interface Done {
  readonly needs: readonly string[];
  /** The question to the engine after whose answer the same has to be done again; null: it is done. */
  readonly awaits: number | null;
  readonly answer: Answer | null;
  readonly writes: readonly Write[];
  /** Messages for the lines, as texts. */
  readonly told: readonly (readonly [line: number, text: string])[];
  readonly closed: readonly (readonly [line: number, code: number])[];
  readonly asked: readonly PocketQuestion[];
  readonly cancelled: readonly number[];
  /** When something happens by itself, in milliseconds since 1970. */
  readonly wake: number | null;
}

export type ToWorker =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'do'; readonly id: number; readonly doing: Doing };

export type FromWorker =
  | { readonly kind: 'ready' }
  /** All is lost: Python cannot be loaded, or has broken. */
  | { readonly kind: 'failed'; readonly detail: string }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  /** What follows for the lines and for the engine. */
  | ({ readonly kind: 'done' } & Pick<Done, 'told' | 'closed' | 'asked' | 'cancelled'>);
