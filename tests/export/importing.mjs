// Runs a script of Python in the Python for browsers, over the sources that browsers get: FOLDER SCRIPT.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, script] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/pyodide/` });
python.unpackArchive(readFileSync(`${folder}/stonefield.zip`), 'zip', { extractDir: '/home/pyodide/pocket' });
console.log(python.runPython(script));
