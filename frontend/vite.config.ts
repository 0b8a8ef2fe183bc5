import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  // While developing, `stonefield serve` answers for the API.
  server: {
    proxy: {
      '/api': { target: 'http://127.0.0.1:8765', ws: true, rewriteWsOrigin: true },
      '/pocket': { target: 'http://127.0.0.1:8765' },
    },
  },
  experimental: {
    // Scripts and styles find each other wherever they are; a page of any address finds them at the server's root.
    renderBuiltUrl: (name, { hostType }) => (hostType === 'html' ? `/${name}` : { relative: true }),
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Every browser of this target preloads modules by itself.
    modulePreload: { polyfill: false },
    // three.js comes in one piece, and only with the board in three dimensions; games add their own things to it.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'three', test: /node_modules\/three\/|src\/board\/three\// },
            // What every page needs, what every page with a board, what every form and what people hand each other, what
            // every page of puzzles: one file each, as a request costs as much as a small part.
            { name: 'svelte', test: /node_modules\/(svelte|clsx|esm-env)\// },
            {
              name: 'base',
              test: /src\/(storage|words|texts\.svelte|settings\.svelte|source|backend|place|ids|idle|routes\.svelte|catalogue\.svelte)\.ts|carnac\/palette\.ts|src\/remote\/(?!accounts|correspondence|manners|seeks)|memory\/(games|learner|session|waiting)|home\/yourgames|board\/(squares|layout)\.ts|preload-helper/,
            },
            {
              name: 'table',
              test: new RegExp(
                [
                  String.raw`src/(gamestate|verdicts|colours|days)\.ts`,
                  String.raw`board/(annotat|painted|stroke|tools|Board|Grid|Pencil|Toolbar|flat/(Annotations|Tints))`,
                  String.raw`deciding/(decider|Decision)`,
                  String.raw`memory/studies`,
                  String.raw`parts/(Dots|Frame|Opening|Preparing|Token)`,
                  String.raw`play/(announce|keys|signals)\.`,
                  String.raw`setup/study\.`,
                ].join('|'),
              ),
            },
            {
              name: 'reasons',
              test: /deciding\/(Reasons|Walk|walking|showing)|src\/evaluations|play\/movelist|parts\/Card\.svelte|strength\/(scale|LevelBar|chances)/,
            },
            {
              name: 'forms',
              test: /parts\/(CopyLink|Segments|Switch)\.svelte|setup\/(form\.|Level\.svelte)|src\/(download|seeks|speech)\.ts|memory\/sought|play\/boardcode|remote\/(manners|seeks)/,
            },
            { name: 'practice', test: /practice\/(solved|wish|words)\.ts/ },
          ],
        },
      },
    },
    // The licences of what is built in travel with it.
    license: { fileName: 'licenses.md' },
  },
});
