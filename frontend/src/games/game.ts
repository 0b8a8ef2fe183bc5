/** What the page asks of a game: one folder each answers it, and `games/plain` for every game without a folder. */

import type { Component } from 'svelte';
import type { Views } from '../board/drawing';
import type { BoardEvent } from '../board/events';
import type { Square } from '../board/squares';
import type { Legal, MoveView, Scene, SeatView, State } from '../messages';
import type { IconName } from '../parts/Icon.svelte';

/** What choosing a square or a button would mean: the move's text; games add what they show of it beforehand. */
export interface Prospect {
  readonly text: string;
}

/** What deciding needs to know of a game, beside its scene. */
export type TableState = Pick<State, 'letters' | 'turn' | 'moves'>;

/** Where something is decided, as a hand knows it. */
export interface Deciding<S extends Scene, L extends Legal> {
  readonly state: TableState;
  readonly scene: S;
  /** What may be decided now; null while others decide or an earlier moment is looked at. */
  readonly legal: L | null;
  /** Play, or ask for confirmation first, as the player likes. */
  propose(prospect: Prospect): void;
}

/** What a player is about to do: what is in hand, and what each square stands for. */
export interface Hand<P extends Prospect = Prospect> {
  /** What choosing a square could mean; of several meanings the player is asked for one. */
  prospectsAt(square: Square): readonly P[];
  /** Squares that may be chosen, where that is worth showing. */
  readonly lit: ReadonlySet<Square>;
  /** Do what a key means in this game; true if it meant anything. */
  key(key: string): boolean;
}

/** What a game's part of the drawing is made from. */
export interface Composing<S extends Scene, H, P extends Prospect = Prospect> {
  readonly scene: S;
  /** Null where a game is only looked at. */
  readonly hand: H | null;
  readonly prospect: P | null;
  readonly over: boolean;
  /** How much of the end has been counted, in the steps of `tally`. */
  readonly counted: number;
}

/** A decision of another player, as the viewer has just seen it. */
export interface Told {
  readonly moves: readonly MoveView[];
  readonly index: number;
  /** The colour that decides next; null after the end. */
  readonly next: string | null;
  /** Whether that is the viewer, who sits alone at this screen. */
  readonly yours: boolean;
}

/** A game's own sentences, in the page's language. */
export interface Words<S extends Scene, H> {
  /** What is on a square: "c4, red, standing". */
  squareLabel(square: Square, scene: S, hand: H): string;
  /** A move as it is announced. */
  moveSentence(moves: readonly MoveView[], index: number): string;
  /** The same for the eye: short, and what it means for the viewer. */
  moveSaid(told: Told): string;
  /** What the move looks like, where that is not a piece that is placed. */
  moveIcon?(text: string): IconName | null;
  /** A move in the list of moves. */
  moveText(text: string): string;
  /** A move for a player who does not know the notation, to be played in this scene. */
  moveExplained(text: string, scene: S): string;
  /** That number in words. */
  moveNumber(number: number): string;
  /** How it stands; empty where there is no score before the end. */
  scoreSentence(scene: S): string;
  /** What is decided in a phase of the turn: the end of the keys `turn.…` and `turn.you.…`. */
  turnKind(phase: string): string;
}

export interface DecideProps<H> {
  readonly game: Deciding<Scene, Legal> & { hovered: Square | null; readonly chosen: Prospect | null };
  readonly hand: H;
  readonly quarter: number;
}

/** What is counted at the end of a game. */
export interface Tally {
  readonly steps: number;
  /** From one step to the next. */
  readonly milliseconds: number;
  /** What each step sounds like, where the board itself does not say it. */
  readonly event?: BoardEvent;
}

/** A game whose score is shown. */
export interface Scored {
  readonly counting: { readonly counted: number };
  /** Squares that are lit up on the board. */
  spotlight: readonly Square[];
}

/** A setting of a game's own, kept with the page's and named by the text `settings.…`. */
export interface GameSetting {
  readonly name: string;
  /** Between which to choose; without them it is a switch. */
  readonly values?: readonly string[];
}

/** All that the page knows of one game. */
export interface GameParts<
  S extends Scene = Scene,
  L extends Legal = Legal,
  H extends Hand = Hand,
  Things = unknown,
> extends Views<Things> {
  readonly words: Words<S, H>;
  makeHand(table: Deciding<S, L>): H;
  compose(composing: Composing<S, H>): Things;
  /** The squares of the thing on a square, as far as it is on top; none where nothing is. */
  thingAt?(square: Square, scene: S): readonly Square[];
  /** What an advised move would put on the board. */
  advised?(text: string, scene: S, state: TableState): Prospect | null;
  /** Where the viewer decides. */
  readonly Decide: Component<DecideProps<H>>;
  /** What is in hand while a position is set up, where that is more than a player has. */
  loadBench?(): Promise<Pick<GameParts<S, L, H, Things>, 'makeHand' | 'Decide'>>;
  /** Where the viewer gets ready while others decide; without it a sentence says whose turn it is. */
  readonly Ready?: Component<DecideProps<H>>;
  /** The sign of a colour, among the game's `Signs`. */
  signOf?(colour: string): string;
  /** A move's little picture. */
  readonly MovePicture?: Component<{ move: MoveView }>;
  /** Whether decisions with one number are side by side in the list of moves. */
  readonly paired?: boolean;
  /** What a player has. */
  readonly Holdings: Component<{
    scene: S;
    seat: SeatView;
    who: string;
    /** How much of the end has been counted, in the steps of `tally`. */
    counted?: number;
  }>;
  /** What is there for all players. */
  readonly Stock?: Component<{ scene: S }>;
  /** The score, once the game is over. */
  readonly Score: Component<{ game: Scored; state: State; scene: S }>;
  /** What is counted at the end of a game that was played out, step by step. */
  tally?(scene: S): Tally;
  /** The score of each colour when so many steps have been counted, where the higher score wins. */
  scoreAt?(scene: S, counted: number): Readonly<Record<string, number>>;
  /** The score is best counted from above. */
  readonly scoredFromAbove?: boolean;
  /** The tip for newcomers that fits this moment and has not been told: the end of its key `hints.…`. */
  tipFor?(state: State, before: Scene | null, told: readonly string[]): string | null;
}

/** What the page knows of a game before one is opened, and how it learns the rest. */
export interface GameEntry extends Pick<Views, 'look'> {
  loadParts(): Promise<GameParts>;
  /** Drawn once in the page: the signs and surfaces that its flat pictures use. */
  readonly Signs: Component;
  /** Its keys with the texts that explain them. */
  readonly keys: readonly (readonly [key: string, text: string])[];
  readonly settings?: readonly GameSetting[];
  /** Paint everything as the texts of lessons call it, until what this returns is called. */
  asWritten?(): () => void;
  /** Colours that are called otherwise than by the server, as this game is painted now. */
  readonly colourNames?: Readonly<Record<string, () => string>>;
}

/** A game's parts as the rest of the page sees them: it hands their values around and never looks into them. */
export const asParts = <S extends Scene, L extends Legal, H extends Hand, Things>(
  parts: GameParts<S, L, H, Things>,
): GameParts => parts as unknown as GameParts;
