// What the page's engine answers: node decide.mjs THINKER FOLDER, questions as JSON lines on standard input.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

const [thinker, folder] = process.argv.slice(2);
const { Thinker } = await import(thinker);
const read = async (name) => {
  try {
    return new Uint8Array(await readFile(`${folder}/${name}`));
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
};
const engine = new Thinker(read);
const turn = () => new Promise((resume) => setImmediate(resume));
for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  const answer = await engine.think(question, () => false, turn, () => {}).catch((error) => ({ error: error.stack }));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
