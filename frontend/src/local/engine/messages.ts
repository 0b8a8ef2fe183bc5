/** What the page and the worker of the engine tell each other. */

import type { Asked } from './levels.ts';
import type { EngineProblem, Kind, Thought } from './engine.ts';

export type ToWorker =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 'knows';
      readonly id: number;
      readonly question: Kind;
    }
  | { readonly kind: 'think'; readonly id: number; readonly question: Asked }
  | { readonly kind: 'stop' };

export type FromWorker =
  | { readonly kind: 'known'; readonly id: number; readonly known: boolean }
  | { readonly kind: 'thought'; readonly id: number; readonly thought: Thought; readonly final: boolean }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly code: EngineProblem['code'];
      readonly detail: string;
    };
