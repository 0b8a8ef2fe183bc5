/** The words of the course. */

import { t } from '../texts.svelte';

/** A choice that answers a question: a number as it is, else what it stands for. */
export const choiceName = (choice: string): string =>
  /^-?\d+$/.test(choice) ? choice : t(`learn.choice.${choice}`);
