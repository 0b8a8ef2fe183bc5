import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  // While developing, `stonefield serve` answers for the API.
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8765', ws: true } } },
  build: { outDir: 'dist', target: 'es2022', chunkSizeWarningLimit: 700 },
});
