/** Next to the folder of the built scripts, on a server as on a site of plain files. */
const SCRIPT = import.meta.url;
export const FOLDER = new URL(import.meta.env.DEV ? '/pocket/' : '../pocket/', SCRIPT).href;
