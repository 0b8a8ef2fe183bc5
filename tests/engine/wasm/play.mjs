// Loads a module with its glue, as a page does, and searches the start: node play.mjs FOLDER GAME BOARD BEGIN
import { readFileSync } from "node:fs";

const [folder, game, board, begin] = process.argv.slice(2);
const { Kernels } = await import(`${folder}/kernels.ts`);
const description = JSON.parse(readFileSync(`${folder}/${game}.json`, "utf-8"))[board];
const names = Object.keys(description.files).filter((name) => !name.endsWith("-network.bin"));
const files = Object.fromEntries(names.map((name) => [name, readFileSync(`${folder}/${name}`)]));
const module = new WebAssembly.Module(readFileSync(`${folder}/${game}.wasm`));
const kernels = new Kernels(module, description, files);
kernels.call.begin(...JSON.parse(begin));
kernels.call.forget();
kernels.array("random")[0] = 7n;
const legal = [...kernels.array("moves").slice(0, kernels.call.look())].map((move) => kernels.textOf(move));
const done = kernels.call.search(200, 0);
const candidates = kernels.candidates().map(({ move, ...rest }) => ({ move: kernels.textOf(move), ...rest }));
process.stdout.write(JSON.stringify({ legal, done, candidates }));
