// Runs a script of Python in the Python for browsers, over the sources that browsers get: FOLDER SCRIPT.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, script] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/pyodide/` });
const sources = new Uint8Array(readFileSync(`${folder}/stonefield.zip`));
python.unpackArchive(sources, 'zip', { extractDir: '/home/pyodide/pocket' });
console.log(python.runPython(script));
