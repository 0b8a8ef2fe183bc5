import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { finish } from './plugins/finish.ts';

/**
 * The board in a frame on another site. It is built by itself, after the page: what both need is in both, so that a
 * first visit to the page does not grow by it.
 */
export default defineConfig({
  plugins: [svelte(), finish()],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'embed.html' },
  },
});
