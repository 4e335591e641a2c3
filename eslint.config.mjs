import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.ts', '**/test/**', 'libs/testkit/**'];
const webPages = ['services/console/src/**/*.{ts,tsx}'];

export default defineConfig(
  globalIgnores(['**/dist/', '**/generated/', '**/coverage/', '.strata*/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-implicit-coercion': 'error',
      'no-param-reassign': 'error',
      'object-shorthand': 'error',
      'prefer-template': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      // Allows `() => doSomething()` for a function without a result.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Brackets show that a key comes from input and may be missing.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      // Spreading a string splits it into code points, on purpose.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/prefer-readonly': 'error',
      // A port is asynchronous even if an implementation of it need not wait.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['libs/**/src/**/*.ts', 'services/*/src/**/*.ts'],
    ignores: tests,
    plugins: { regexp },
    // A text of a client must not make a regular expression take exponential time.
    rules: { 'regexp/no-super-linear-backtracking': 'error' },
  },
  {
    files: ['libs/**/src/**/*.ts', 'services/*/src/**/*.ts'],
    ignores: [...tests, '**/src/config.ts', '**/src/main.ts', 'libs/coding-agents/src/strata-*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings come from config.ts.' },
        { object: 'process', property: 'exit', message: 'Only main.ts and the lifecycle end the process.' },
      ],
    },
  },
  {
    files: ['libs/platform/src/lifecycle/**', 'libs/platform/src/service/run-{service,migration}.ts', '**/*-worker.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: webPages,
    ignores: tests,
    extends: [reactHooks.configs.flat.recommended],
    languageOptions: { globals: globals.browser },
    rules: {
      // What it holds in a browser anyone can read and change.
      'no-restricted-globals': [
        'error',
        { name: 'sessionStorage', message: 'The browser stores no data of the user.' },
      ],
      // An event handler of JSX may be asynchronous only by `void`.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: true } }],
    },
  },
  // Tests pass on functions of fixtures by name.
  { files: ['**/*.test.ts', '**/test/**'], rules: { '@typescript-eslint/unbound-method': 'off' } },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: globals.nodeBuiltin },
    rules: { 'no-console': 'off' },
  },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: globals.node } },
);
