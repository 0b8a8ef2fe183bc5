import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist/', 'node_modules/', 'dev/', 'src/generated/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.serviceworker } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  {
    rules: {
      // TypeScript itself reports unknown names, and knows the types that ESLint does not.
      'no-undef': 'off',
      // A rest pattern leaves out the properties beside it on purpose.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // Reactive values are replaced as a whole here, never changed in place.
      'svelte/prefer-svelte-reactivity': 'off',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // It works on arrays of numbers, at places that are there.
    files: ['src/local/engine/*.ts', 'src/games/*/engine.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
