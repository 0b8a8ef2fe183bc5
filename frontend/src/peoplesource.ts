/** What people do besides playing: accounts, finding each other, chat, games that wait. */

import type {
  AccountGames,
  AccountMade,
  AccountSettings,
  AccountStatistics,
  AccountView,
  ActList,
  ChatView,
  ChallengeList,
  ChallengeMade,
  ChallengeView,
  Confirmed,
  MailSignIn,
  MailWishes,
  MessagesView,
  MannersView,
  Moment,
  NameVerdict,
  NewAccount,
  NewAct,
  NewDevice,
  NewFeed,
  NewChallenge,
  NewMail,
  NewPasskey,
  NewPassword,
  NewReport,
  NewPlan,
  PasskeyOptions,
  PasskeySignIn,
  PlanView,
  Proof,
  PublicAccount,
  RatedMatch,
  RatingHistory,
  RecoveryCodes,
  RecoverySignIn,
  ReportFile,
  ReportList,
  ReportMade,
  Seated,
  SessionList,
  SignedIn,
  SignIn,
  Turns,
  VacationView,
} from './messages';

import type { Wanted } from './source';

type Token = string | null;

/** What the pages of accounts ask for besides. */
export interface AccountSource {
  /** Whether an account could have a name. */
  judgeName(name: string): Promise<NameVerdict>;
  /** A person as others see them. */
  fetchProfile(name: string): Promise<PublicAccount>;
  /** How a rating came about; games before a number, if one is given. */
  fetchRatingHistory(name: string, pool: string, before: number | null): Promise<RatingHistory>;
  /** Finished games of a person; what is asked for is in docs/api-reference.md. */
  fetchAccountGames(name: string, wanted: Wanted): Promise<AccountGames>;
  /** From where the browser itself loads their records as one file. */
  recordsAddress(name: string, wanted: Wanted): string;
  fetchStatistics(name: string): Promise<AccountStatistics>;
  /** How the players of a rated game are rated, and what it has changed. */
  fetchMatch(game: string): Promise<RatedMatch>;
  fetchNewAccountOptions(name: string): Promise<PasskeyOptions>;
  makeAccount(account: NewAccount): Promise<AccountMade>;

  signIn(given: SignIn): Promise<SignedIn>;
  fetchSignInOptions(): Promise<PasskeyOptions>;
  signInByPasskey(given: PasskeySignIn): Promise<SignedIn>;
  recover(given: RecoverySignIn): Promise<SignedIn>;
  /** Have a link sent to the confirmed mail address of an account, if it has one. */
  askForLink(name: string): Promise<void>;
  recoverByMail(given: MailSignIn): Promise<SignedIn>;
  fetchSessions(): Promise<SessionList>;
  /** `current`: sign out here. */
  endSession(id: string): Promise<void>;
  endOtherSessions(): Promise<void>;
  /** The person shows again who they are. */
  prove(proof: Proof): Promise<void>;

  fetchAccount(): Promise<AccountView>;
  choose(settings: AccountSettings): Promise<void>;
  rename(name: string): Promise<void>;
  setPassword(given: NewPassword): Promise<void>;
  fetchPasskeyOptions(): Promise<PasskeyOptions>;
  addPasskey(given: NewPasskey): Promise<void>;
  namePasskey(id: string, name: string): Promise<void>;
  removePasskey(id: string): Promise<void>;
  renewCodes(): Promise<RecoveryCodes>;

  /** How the account is told of things while its owner is away. */
  fetchMessages(): Promise<MessagesView>;
  setMail(given: NewMail): Promise<MessagesView>;
  chooseMail(wishes: MailWishes): Promise<MessagesView>;
  addDevice(device: NewDevice): Promise<MessagesView>;
  removeDevice(id: string): Promise<MessagesView>;
  setChat(kind: 'discord' | 'telegram', address: string | null): Promise<MessagesView>;
  makeFeed(): Promise<NewFeed>;
  dropFeed(): Promise<MessagesView>;
  /** Open a link that confirms something: what. */
  openLink(token: string): Promise<Confirmed['what']>;
  endMails(token: string): Promise<void>;

  /** Everything about the account, as a file. */
  exportAccount(): Promise<Blob>;
  deleteAccount(): Promise<void>;
}

export interface MannersSource {
  /** The chat of a game as its player sees it: all of it, or what comes after a line. */
  fetchChat(game: string, token: string | null, after?: number): Promise<ChatView>;
  say(game: string, token: string | null, text: string): Promise<ChatView>;
  /** Read the others of this game no more, or again. */
  muteChat(game: string, token: string | null, muted: boolean): Promise<ChatView>;

  fetchManners(): Promise<MannersView>;
  chooseChat(chat: boolean): Promise<MannersView>;
  avoid(name: string, blocked: boolean): Promise<MannersView>;
  allow(name: string): Promise<MannersView>;
  /** A notice of a moderator was read. */
  putAway(notice: string): Promise<MannersView>;

  report(report: NewReport, token: string | null): Promise<ReportMade>;

  fetchReports(closed: boolean): Promise<ReportList>;
  fetchReport(id: string): Promise<ReportFile>;
  fetchActs(): Promise<ActList>;
  moderate(act: NewAct): Promise<ActList>;
}

/** What correspondence asks for: whose turn it is, challenges, vacations, conditional moves. */
export interface CorrespondenceSource {
  /** The games that wait for the account; those after a game first. */
  fetchTurns(after: string | null): Promise<Turns>;
  fetchVacation(): Promise<VacationView>;
  /** Away until a moment; one that has passed: back again. */
  setVacation(until: number): Promise<VacationView>;
  makeChallenge(challenge: NewChallenge): Promise<ChallengeMade>;
  fetchChallenges(): Promise<ChallengeList>;
  fetchChallenge(id: string, token: Token): Promise<ChallengeView>;
  /** `chosen` becomes the token of the seat, as in `joinGame`. */
  acceptChallenge(id: string, accept: { name: string; chosen: string }): Promise<Seated>;
  declineChallenge(id: string): Promise<void>;
  withdrawChallenge(id: string, token: Token): Promise<void>;
  fetchPlan(game: string, token: Token): Promise<PlanView>;
  keepPlan(game: string, token: Token, plan: NewPlan): Promise<PlanView>;
  dropPlan(game: string, token: Token): Promise<void>;
  /** A position after some decisions, and what can be decided there. */
  fetchMoment(position: string, moves: readonly string[]): Promise<Moment>;
  /** Decide in a game whose board is not open. */
  decide(game: string, token: Token, version: number, text: string): Promise<void>;
}
