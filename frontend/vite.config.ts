import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { finish } from './plugins/finish.ts';

export default defineConfig({
  plugins: [svelte(), finish()],
  // While developing, `stonefield serve` answers for the API.
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8765', ws: true, rewriteWsOrigin: true } } },
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
          groups: [{ name: 'three', test: /node_modules\/three\/|src\/board\/three\// }],
        },
      },
    },
    // The licences of what is built in travel with it.
    license: { fileName: 'licenses.md' },
  },
});
