/** The pages in chunks of their own: loaded when they are opened, or when that is about to happen. */

import { idle } from './idle';
import { linkedRoute, type Route } from './routes.svelte';
import type { LaterTexts } from './source';
import { texts } from './texts.svelte';

export const loadGamePage = () => import('./pages/GamePage.svelte');
export const loadSetupPage = () => import('./pages/SetupPage.svelte');
export const loadStudyPage = () => withTexts(import('./study/StudyPage.svelte'), 'reasons');
export const loadOpenPage = () => import('./pages/OpenPage.svelte');
export const loadAnalysePage = () => import('./pages/AnalysePage.svelte');
export const loadEditorPage = () => import('./editor/EditorPage.svelte');
export const loadPracticePage = () => import('./practice/PracticePage.svelte');
export const loadPuzzlePage = () => import('./practice/PuzzlePage.svelte');
export const loadStormPage = () => import('./practice/StormPage.svelte');
/** A part of the end of a game. */
export const loadEnd = () => import('./strength/end');
/** What lets this page think for the server. */
export const loadThinking = () => import('./thinking');
/** What a table shows while a seat is open. */
export const loadGathering = () => import('./play/gathering');
/** What the dialog of sharing shows. */
export const loadShare = () => import('./play/Share.svelte');
/** Parts of the start page. */
export const loadDailyCard = () => import('./practice/DailyCard.svelte');
export const loadRemoveDialog = () => import('./home/RemoveDialog.svelte');
export const loadOneMove = () => import('./home/OneMove.svelte');
/** What the menu's dialogs show. */
export const loadSettings = () => import('./pages/Settings.svelte');
/** Making the page available without a network. */
export const loadOfflineCard = () => withTexts(import('./offline/OfflineCard.svelte'), 'offline');
export const loadKeeping = () => import('./offline/keeping.svelte');
export const loadSending = () => import('./offline/sending');
export const loadTries = () => import('./offline/tries');
export const loadKeys = () => import('./pages/Keys.svelte');
export const loadEndgamePage = () => import('./practice/EndgamePage.svelte');
export const loadLearnPage = () => import('./course/LearnPage.svelte');
export const loadLessonPage = () => import('./course/LessonPage.svelte');
/** The pages of people, which bring their texts along. */
export const loadAccountPage = () => withTexts(import('./people/AccountPage.svelte'));
export const loadLobbyPage = () => withTexts(import('./lobby/LobbyPage.svelte'));
export const loadLookingCard = () => withTexts(import('./lobby/LookingCard.svelte'));
export const loadModerationPage = () => withTexts(import('./manners/ModerationPage.svelte'));
/** What players say to each other, and what moderators tell a person. */
export const loadChatCard = () => withTexts(import('./manners/ChatCard.svelte'));
export const loadTold = () => withTexts(import('./manners/Told.svelte'));
/** Ratings at a table and in the setup of a game. */
export const loadRated = () => withTexts(import('./rated'));
export const loadChallengesPage = () => withTexts(import('./correspondence/ChallengesPage.svelte'));
export const loadPlanPage = () => withTexts(import('./correspondence/PlanPage.svelte'));
/** Parts of the start page, of the table and of the menu. */
export const loadCorrespondence = () => withTexts(import('./correspondence/parts'));
export const loadProfilePage = () => withTexts(import('./people/ProfilePage.svelte'));

const withTexts = async <Chunk>(chunk: Promise<Chunk>, part: LaterTexts = 'people'): Promise<Chunk> =>
  (await Promise.all([chunk, texts.need(part)]))[0];

const CHUNKS: Readonly<Partial<Record<Route['page'], () => Promise<unknown>>>> = {
  game: loadGamePage,
  setup: loadSetupPage,
  open: loadOpenPage,
  study: loadStudyPage,
  analyse: loadAnalysePage,
  editor: loadEditorPage,
  training: loadPracticePage,
  puzzle: loadPuzzlePage,
  storm: loadStormPage,
  endgames: loadEndgamePage,
  learn: loadLearnPage,
  lesson: loadLessonPage,
  plan: loadPlanPage,
  challenges: loadChallengesPage,
  lobby: loadLobbyPage,
  account: loadAccountPage,
  profile: loadProfilePage,
  moderation: loadModerationPage,
};

/** A chunk that does not come is asked for again when its page is opened. */
export const fetchAhead = (load: () => Promise<unknown>): void => void load().catch(() => undefined);

/** Fetch the page of a game while there is nothing better to do; the answer takes the wish back. */
export const expectGame = (): (() => void) => idle(() => fetchAhead(loadGamePage));

/** Fetch the page of a link that the visitor points at, touches or has moved to. */
export function expectLink(event: Event): void {
  const route = linkedRoute(event.target);
  const load = route && CHUNKS[route.page];
  if (load) fetchAhead(load);
}
