import { availableParallelism } from 'node:os';

/** Jest over TypeScript sources: swc strips the types, packages of the workspace resolve to their sources. */
export default {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  resolver: '<rootDir>/scripts/setup/resolve-sources.cjs',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          parser: { syntax: 'typescript' },
          target: 'es2023',
          transform: { verbatimModuleSyntax: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/scripts'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/(libs|libs/adapters|services)/[^/]+/dist/'],
  testTimeout: 30_000,
  // ES modules of finished test files stay in a worker's memory, and collecting garbage takes longer and longer.
  workerIdleMemoryLimit: '1000MB',
  // Three on two cores: the longest tests mostly wait, for retries, leases and processes that start again.
  maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
  globalSetup: '<rootDir>/scripts/setup/migrated-databases.mjs',
  testSequencer: '<rootDir>/scripts/setup/test-order.mjs',
  reporters: ['<rootDir>/scripts/setup/tally-reporter.mjs', 'default'],
};
