/** One study as a viewer sees it: the source's state, the chapters that have been opened, and who else is here. */

import { knownStudy, rememberStudy } from '../memory/studies';
import type {
  ChapterView,
  NewStudyAction,
  Notice,
  StudyAccepted,
  StudyClientMessage,
  StudyServerMessage,
  StudyState,
  StudyUpdate,
} from '../messages';
import type { Connection, GameSource, Line } from '../source';
import { t } from '../texts.svelte';
import { mended, updated } from './tree';

/** Where the messages of a study go that are about one chapter. */
export interface Listener {
  readonly chapter: number;
  /** The chapter's tree is another one. */
  changed(): void;
  receive(message: StudyServerMessage): void;
}

export class Study {
  state: StudyState;
  connection: Connection = $state('connecting');
  /** The edit link that this page came with works no more. */
  shutOut = $state(false);
  /** The code of the last refusal, until it is put away. */
  problem: string | null = $state(null);
  notice: Notice | null = $state(null);
  announcement = $state('');
  private opened: ReadonlyMap<number, ChapterView>;
  private listener: Listener | null = null;
  private readonly waiting = new Map<string, (accepted: StudyAccepted) => void>();
  private readonly line: Line<StudyClientMessage, NewStudyAction>;

  constructor(
    source: Pick<GameSource, 'followStudy'>,
    readonly id: string,
    readonly token: string | null,
    first: StudyState,
  ) {
    this.state = $state.raw(first);
    this.opened = $state.raw(new Map([[first.chapter.id, first.chapter]]));
    rememberStudy(first, token);
    this.line = source.followStudy(id, token, {
      version: () => this.state.version,
      receive: (message) => this.receive(message),
      connection: (connection, renewed) => {
        this.shutOut = renewed;
        if (connection === 'open' && this.connection === 'lost') this.announcement = t('connection.back');
        this.connection = connection;
      },
    });
  }

  get mayEdit(): boolean {
    return this.state.role !== 'reader';
  }

  /** A chapter with its tree; null while it is on its way. */
  chapter(id: number): ChapterView | null {
    return this.opened.get(id) ?? null;
  }

  open(id: number): void {
    if (!this.opened.has(id)) this.send({ type: 'chapter', chapter: id });
  }

  listen(listener: Listener): void {
    this.listener = listener;
  }

  /** Change the study; `then` hears of what it has made. */
  act(action: NewStudyAction, then?: (accepted: StudyAccepted) => void): void {
    this.problem = null;
    const id = this.line.act({ ...action, client: knownStudy(this.id)?.client ?? null });
    if (then) this.waiting.set(id, then);
  }

  ask(question: StudyClientMessage & { readonly id: string }): void {
    this.line.ask(question);
  }

  cancel(id: string): void {
    this.line.cancel(id);
  }

  send(message: StudyClientMessage): void {
    this.line.send(message);
  }

  close(): void {
    this.line.close();
  }

  private receive(message: StudyServerMessage): void {
    switch (message.type) {
      case 'state':
        this.take(message);
        break;
      case 'update':
        this.update(message);
        break;
      case 'presence':
        this.state = { ...this.state, editors: message.editors, readers: message.readers };
        break;
      case 'chapter':
        this.opened = new Map(this.opened).set(message.chapter.id, message.chapter);
        break;
      case 'accepted':
        this.waiting.get(message.id)?.(message);
        this.waiting.delete(message.id);
        break;
      case 'notice':
        this.notice = message.code === 'engine_ready' ? null : message;
        break;
      case 'refused':
        if (message.id) this.waiting.delete(message.id);
        this.listener?.receive(message);
        if (message.code !== 'cancelled') this.problem = message.code;
        break;
      case 'pong':
        break;
      default:
        if (message.chapter === this.listener?.chapter) this.listener.receive(message);
    }
  }

  /** A new beginning: what was opened of other chapters may be out of date, and is asked for again. */
  private take(state: StudyState): void {
    const others = [...this.opened.keys()].filter((id) => id !== state.chapter.id);
    this.state = state;
    this.opened = new Map([...this.opened, [state.chapter.id, state.chapter]]);
    for (const id of others) this.send({ type: 'chapter', chapter: id });
    this.listener?.changed();
  }

  private update(update: StudyUpdate): void {
    const after = updated(this.state, update);
    if (!after) return this.line.hello();
    this.state = after;
    const left = new Set(after.chapters.map(({ id }) => id));
    this.opened = new Map(
      [...this.opened].filter(([id]) => left.has(id)).map(([id, chapter]) => [id, mended(chapter, update)]),
    );
    rememberStudy(after, this.token);
    this.listener?.changed();
  }
}
