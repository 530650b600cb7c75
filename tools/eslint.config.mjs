import js from '@eslint/js';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import tseslint from 'typescript-eslint';

/** Syntax that the house does without. Each entry says what to do instead. */
const houseSyntax = [
  {
    selector: 'ExportAllDeclaration, ExportNamedDeclaration[source]',
    message: 'No barrels: import a thing from the file that defines it.',
  },
];

const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only src/platform/config/config.ts reads the environment; add a variable to variables.ts.',
};

/** A parameter that only holds a place says so with its name. */
const unused = { argsIgnorePattern: '^_' };

/** Node's own modules are written with their scheme, so that no package can take their place. */
const bareBuiltins = builtinModules
  .filter((name) => !name.startsWith('_') && !name.startsWith('node:'))
  .map((name) => ({ name, message: `Write node:${name}.` }));

export default tseslint.config(
  {
    ignores: [
      'dist/',
      '.test-build/',
      'web/dist*/',
      'coverage/',
      'data/',
      'bench/results/',
      'test/conformance/',
      // Written by openapi-typescript.
      'src/client/openapi-types.ts',
    ],
  },
  // A rule that is in the way is argued about here, not switched off in passing.
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: join(import.meta.dirname, '..') },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      // Nest modules are classes whose decorator is all they have.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Nest declares its option objects as classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // It does not see uses in decorators.
      'no-useless-assignment': 'off',
      // The alternative that it asks for, `!`, is what no-non-null-assertion forbids.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      '@typescript-eslint/no-unused-vars': ['error', unused],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs'],
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', 400],
      'no-console': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...bareBuiltins,
            { name: 'node:process', importNames: ['env'], message: environment.message },
          ],
        },
      ],
      'no-restricted-syntax': ['error', ...houseSyntax, environment],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
      'object-shorthand': 'error',
      'prefer-template': 'error',
    },
  },
  {
    // The gateway's one reader of the environment, and that of the command line program, which is a process of its own.
    files: ['src/platform/config/config.ts', 'src/cli/environment.ts'],
    rules: { 'no-restricted-syntax': ['error', ...houseSyntax] },
  },
  {
    // Tests and benchmarks start processes with an environment of their own, and print; so do samples.
    files: [
      ...['tools/run.mjs', 'test/**', 'src/**/*.spec.ts', 'bench/**', 'samples/**', 'scripts/**'],
      'web/vite.config.ts',
    ],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
    rules: { 'no-restricted-syntax': ['error', ...houseSyntax], 'no-console': 'off' },
  },
  {
    files: ['test/**/*.ts', 'src/**/*.spec.ts'],
    rules: {
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      // Answers in tests are what JSON.parse gives; asserting on them is the point.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // `it(…, async () => …)` in a table of cases need not wait for anything.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // The console. What a handler of the browser answers nobody reads.
    files: ['web/src/**/*.ts', 'web/src/**/*.tsx', 'web/vite.config.ts'],
    rules: {
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }] },
      ],
      // Members of JSON that somebody else wrote are read as what they are, texts.
      '@typescript-eslint/dot-notation': 'off',
    },
  },
  {
    // A table is as long as it has rows.
    files: ['test/requirements.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    // The tools ask for default exports here.
    files: [
      '*.config.mjs',
      'test/**/*.config.mjs',
      'test/browser/*.mjs',
      'test/runner/*.mjs',
      '.*.mjs',
      'tools/*.config.mjs',
      'web/vite.config.ts',
    ],
    rules: { 'no-restricted-exports': 'off' },
  },
  {
    // Which tests run depends on whether there is a Postgres.
    files: ['jest.config.mjs'],
    languageOptions: { globals: { process: 'readonly' } },
    rules: { 'no-restricted-syntax': ['error', ...houseSyntax] },
  },
  {
    files: ['**/*.mjs'],
    rules: { 'no-unused-vars': ['error', unused] },
    languageOptions: {
      globals: {
        Buffer: 'readonly',
        performance: 'readonly',
        process: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        setImmediate: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
        AbortController: 'readonly',
        fetch: 'readonly',
      },
    },
  },
);
