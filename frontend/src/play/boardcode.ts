/** What goes into another site's page to show a board of this one (`public/board.js`). */
export const boardCode = (kind: 'game' | 'study' | 'puzzle', id: string, origin = location.origin): string =>
  `<script src="${origin}/board.js"></script>\n<stonefield-board ${kind}="${id}"></stonefield-board>`;
