/** Compresses files beside themselves, as `name.br`: `node brotli.js FILE …`. */

import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { brotliCompressSync, constants } from 'node:zlib';

/** The best of large files would take a minute. */
const LARGE = 1_000_000;

for (const file of process.argv.slice(2)) {
  const content = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE ? 9 : 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
}
