import { describe, expect, it } from '@jest/globals';
import { readTestRun } from './read-test-run.ts';

const FAILING = 'FAIL a.test.ts\nTests:       1 failed, 3 passed, 4 total';
const PASSING = 'Tests:       4 passed, 4 total';

describe('A run of tests', () => {
  it.each([
    ['npm test', 0, '', true],
    ['npm test', 1, '', false],
    ['cd orders && CI=1 npx --yes jest --runInBand', 1, FAILING, false],
    ['./gradlew :app:test', 0, 'BUILD SUCCESSFUL', true],
    ['python -m pytest -q', 1, '1 failed, 3 passed in 0.21s', false],
    ['timeout 60 go test ./...', 0, 'ok  \texample.org/orders\t0.3s', true],
    ['npm run build && npm test', 0, '', true],
    ['npm test && npm run deploy', 0, '', true],
  ])('is read from the exit code of %j, which is %d', (command, exitCode, output, passed) => {
    expect(readTestRun(command, { exitCode, output })?.passed).toBe(passed);
  });

  it.each([
    ['npm test 2>&1 | tail -5', 0, FAILING, false],
    ['npm test || true', 0, FAILING, false],
    ['npm test; echo done', 0, PASSING, true],
    ['npm run build && npm test', 1, FAILING, false],
    ['cargo test', undefined, 'test result: FAILED. 1 passed; 1 failed; 0 ignored', false],
    ['cargo test', undefined, 'test result: ok. 2 passed; 0 failed; 0 ignored', true],
    ['node --test', undefined, '# pass 3\n# fail 0', true],
    ['bundle exec rspec', undefined, '5 examples, 0 failures', true],
    ['vitest run', undefined, ' Tests  2 failed | 3 passed (5)', false],
    ['mvn -q test', undefined, 'Tests run: 3, Failures: 0, Errors: 1, Skipped: 0', false],
  ])('is read from the summary if the exit code of %j is not its own', (command, exitCode, output, passed) => {
    expect(readTestRun(command, { ...(exitCode === undefined ? {} : { exitCode }), output })?.passed).toBe(passed);
  });

  it.each([
    ['no test command', 'npm run build', 0, PASSING],
    ['nothing said', 'npm test | tail', 0, 'ok'],
    ['a step before it that may have failed', 'npm run build && npm test', 1, 'error TS2304'],
    ['an exit code and a summary that contradict each other', 'npm test', 0, FAILING],
    ['a command in the background', 'npm test &', 0, ''],
    ['a negated command', '! npm test', 0, ''],
    ['only a list of the tests', 'pytest --collect-only', 0, ''],
    ['a text about tests', 'echo "npm test"', 0, ''],
  ])('is none with %s', (_name, command, exitCode, output) => {
    expect(readTestRun(command, { exitCode, output })).toBeUndefined();
  });
});
