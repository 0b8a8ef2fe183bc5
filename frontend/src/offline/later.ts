/** Refusals after which the server may take another time what was done on the device. */
export const LATER: ReadonlySet<string> = new Set(['too_many', 'busy', 'storage_failed', 'away', 'in_storm']);
