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
    // three.js comes in one piece, and only with the board in three dimensions.
    chunkSizeWarningLimit: 700,
    // The licences of what is built in travel with it.
    license: { fileName: 'licenses.md' },
  },
});
