/** Whom the game waits for, as the status line and the title of the window say it; and which card speaks. */

import type { OfferKind, State, Update } from '../messages';
import { t } from '../texts.svelte';
import { endSentence } from '../words';
import { turnSentence } from './announce';
import type { GameController } from './controller.svelte';
import { isYourTurn } from './signals';

export interface Waited {
  /** For the status line. */
  readonly sentence: string;
  /** For the title of the window, where only the tab is seen. */
  readonly title: string;
  /** It is the viewer who is waited for. */
  readonly you: boolean;
}

export interface Offered {
  readonly by: 'other' | 'me';
  readonly kind: OfferKind;
}

/** The offer that is shown: first one that the viewer has to answer, then one of their own. */
export function offerOf({ may, offers, you }: State): Offered | null {
  if (may.answer[0]) return { by: 'other', kind: may.answer[0] };
  const own = offers.find(({ seat }) => you.seats.includes(seat));
  return own ? { by: 'me', kind: own.kind } : null;
}

/** Whether the viewer's last offer was declined: a new offer, and the end, put that away. */
export function isDeclined(before: State, after: State, { changes }: Update, known: boolean): boolean {
  const mine = (seat: number | null) => seat !== null && after.you.seats.includes(seat);
  if (after.status === 'over' && before.status !== 'over') return false;
  if (after.offers.some(({ seat }) => mine(seat))) return false;
  const asked = before.offers.some(({ seat }) => mine(seat));
  return known || (asked && changes.some(({ kind, seat }) => kind === 'decline' && !mine(seat)));
}

/** `invited`: the open seat is for the viewer. */
export function waitedFor(game: GameController, invited: boolean): Waited {
  const { state, parts, remark, counting } = game;
  if (state.status === 'over') {
    const sentence = counting.running ? t('end.counting') : endSentence(state);
    return called(state) ?? { sentence, title: bare(sentence), you: false };
  }
  if (invited) return of(t('turn.invited'), true);
  if (remark) return of(t('turn.coach'), state.you.role === 'player');
  const sentence = turnSentence(parts.words, state);
  if (isYourTurn(state)) return { sentence, title: t('turn.yours'), you: true };
  return called(state, sentence) ?? of(sentence, false);
}

/** Which card speaks: the others wait until it is answered or put away. */
export function cardOf(game: GameController): 'offer' | 'coach' | 'hint' | null {
  const { state, advice } = game;
  if (state.status !== 'playing') return null;
  if (offerOf(state) || game.declined) return 'offer';
  if (game.remark && state.you.role === 'player') return 'coach';
  // A player who has something else in mind sees what is chosen, and then the advice again.
  const choosing = game.chosen !== null || game.meanings.length > 0;
  return (advice.warning || advice.thinking || advice.hint) && !choosing ? 'hint' : null;
}

const bare = (sentence: string): string => sentence.replace(/\s*[.…]$/u, '');
const of = (sentence: string, you: boolean): Waited => ({ sentence, title: bare(sentence), you });

/** An offer waits for the viewer's answer. */
function called(state: State, sentence = endSentence(state)): Waited | null {
  const offer = offerOf(state);
  return offer?.by === 'other' ? { sentence, title: bare(t(`offer.${offer.kind}`)), you: true } : null;
}
