import js from '@eslint/js';
import accessibility from 'eslint-plugin-jsx-a11y-x';
import hooks from 'eslint-plugin-react-hooks';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['dist', 'data', 'screenshots', 'node_modules'] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './web/tsconfig.json', './web/src/worker/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
      ],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      // A handler in one line, and an early `return failed()`, may return what the function they call returns: nothing.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // Numbers may stand in texts.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // A spread string gives its code points, which is what the code that compares letters wants.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // Redux Toolkit's types name the missing argument and the missing result of an endpoint `void`.
      '@typescript-eslint/no-invalid-void-type': 'off',
      // The caller of a reader names the shape of what is stored, so that the cast is in the reader alone.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // A port's functions are async, also where one adapter has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['web/src/**/*.tsx', 'web/src/**/*.ts'],
    ...hooks.configs.flat['recommended-latest'],
  },
  { files: ['web/src/**/*.tsx'], ...accessibility.configs.strict },
  {
    files: ['web/src/**/*.tsx'],
    rules: {
      // A field takes the focus only if the person has just opened it.
      'jsx-a11y-x/no-autofocus': 'off',
      // A label may hold a name and, below it, an explanation.
      'jsx-a11y-x/label-has-associated-control': ['error', { depth: 3 }],
      // A group that scrolls is focusable, so that the keyboard can scroll it.
      'jsx-a11y-x/no-noninteractive-tabindex': ['error', { roles: ['group'], tags: [] }],
      // These follow the pointer, the focus and the keys of the controls inside them, and are no controls themselves.
      'jsx-a11y-x/no-noninteractive-element-interactions': [
        'error',
        {
          ul: ['onPointerEnter', 'onPointerLeave', 'onFocus', 'onBlur'],
          form: ['onKeyDown'],
          fieldset: ['onKeyDown', 'onBlur'],
          label: ['onMouseEnter'],
          img: ['onError', 'onLoad'],
        },
      ],
      // A phone stacks the cells of a table, which takes its elements' roles away; explicit ones remain.
      'jsx-a11y-x/no-redundant-roles': ['error', { thead: ['rowgroup'], tbody: ['rowgroup'] }],
      'jsx-a11y-x/no-interactive-element-to-noninteractive-role': [
        'error',
        { th: ['rowheader'], td: ['cell'] },
      ],
    },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', '**/*.contract.ts', 'test/**', 'web/e2e/**'],
    // What a test reads from an answer is checked by what it expects of it.
    rules: {
      'max-lines': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/restrict-plus-operands': ['error', { allowAny: true }],
    },
  },
  {
    files: ['platform/**/mongodb/**'],
    // The driver returns a number that has outgrown 32 bits as a bigint, whatever the type of the document says.
    rules: { '@typescript-eslint/no-unnecessary-type-conversion': 'off' },
  },
  {
    files: ['**/*.config.ts', '**/*.mjs', '**/*.cjs'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    ...ts.configs.disableTypeChecked,
    languageOptions: {
      parserOptions: { project: false, program: null },
      globals: {
        process: 'readonly',
        console: 'readonly',
        performance: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        module: 'writable',
        SharedArrayBuffer: 'readonly',
        Atomics: 'readonly',
      },
    },
  },
);
