/** The last steps of a build: the service worker with its list of files, and everything compressed beside itself. */

import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

const PACKED = /\.(?:js|css|html|svg|json|webmanifest)$/;

export function finish(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'finish',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    closeBundle() {
      const folder = join(config.root, config.build.outDir);
      appendFontLicence(config.root, folder);
      writeServiceWorker(config.root, folder);
      writePageList(folder);
      for (const file of filesIn(folder)) if (PACKED.test(file)) pack(file);
    },
  };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** The bundler lists the licences of scripts; the typeface has one as well. */
function appendFontLicence(root: string, folder: string): void {
  const licence = readFileSync(join(root, 'node_modules', '@fontsource', 'marcellus', 'LICENSE'), 'utf8');
  appendFileSync(join(folder, 'licenses.md'), `\n## Marcellus (OFL-1.1)\n\n${licence}`);
}

/** What the page needs to open: all that its document names. Chunks are kept once somebody has needed them. */
function shellFiles(folder: string, index: string): string[] {
  return filesIn(folder)
    .map((file) => `/${relative(folder, file).split(sep).join('/')}`)
    .filter((path) => index.includes(`"${path}"`) || /^\/assets\/marcellus-latin-400.*\.woff2$/.test(path))
    .filter((path) => !/\.(?:png|webmanifest)$/.test(path))
    .sort();
}

function writeServiceWorker(root: string, folder: string): void {
  const index = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = ['/', ...shellFiles(folder, index)];
  const version = hashOf(files.join() + index);
  const source = readFileSync(join(root, 'plugins', 'sw.js'), 'utf8')
    .replace('__FILES__', JSON.stringify(files))
    .replace('__VERSION__', JSON.stringify(version));
  writeFileSync(join(folder, 'sw.js'), source);
}

/** Everything that the page consists of, for a device that keeps it. Boards in other sites' pages are not of it. */
function writePageList(folder: string): void {
  const files = filesIn(folder)
    .map((file) => ({ file, path: `/${relative(folder, file).split(sep).join('/')}` }))
    .filter(({ path }) => !/^\/(?:sw\.js|board\.js|embed\.html|index\.html)$/.test(path))
    .map(({ file, path }) => ({ name: path, size: statSync(file).size }));
  const index = { name: '/', size: statSync(join(folder, 'index.html')).size };
  const listed = [index, ...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  const version = hashOf(JSON.stringify(listed) + readFileSync(join(folder, 'index.html'), 'utf8'));
  writeFileSync(join(folder, 'page.json'), `${JSON.stringify({ version, files: listed })}\n`);
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

function pack(file: string): void {
  const content = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
}
