import { availableParallelism } from 'node:os';

/** Jest over TypeScript sources, which Node loads: packages of the workspace resolve to their sources (ADR 0110). */
export default {
  testEnvironment: '<rootDir>/scripts/setup/native-environment.mjs',
  runtime: '<rootDir>/scripts/setup/native-runtime.cjs',
  transform: {},
  roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/scripts'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/(libs|libs/adapters|services)/[^/]+/dist/'],
  // A bound for what hangs, not an expected time: a slow machine with several processes takes many times longer than a fast one.
  testTimeout: 300_000,
  // What finished test files leave in memory makes collecting garbage take longer and longer.
  workerIdleMemoryLimit: '1000MB',
  // Two even on two cores, where tests start systems of many processes: a third one takes as long in all, and requests time out.
  maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
  globalSetup: '<rootDir>/scripts/setup/migrated-databases.mjs',
  testSequencer: '<rootDir>/scripts/setup/test-order.mjs',
  reporters: ['<rootDir>/scripts/setup/tally-reporter.mjs', 'default'],
};
