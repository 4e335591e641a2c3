import { describe, expect, it } from '@jest/globals';
import { exitCodeOf } from './exit-code.ts';

describe('An exit code', () => {
  it.each([
    ['error: no nest\nexit code: 1', 1],
    ['Exit code 2\nerror: no nest', 2],
    ['Wall time: 1 s\nProcess exited with code 0\nOutput:\nok', 0],
    ['ok\n[exited with status 127]', 127],
    ['<returncode>3</returncode>', 3],
    ['{"output":"ok","metadata":{"exit_code":4,"duration_seconds":1}}', 4],
    ['no nest\nExitcode: 5', 5],
    ['ok', undefined],
    ['The exit code of the nest is 1 egg', undefined],
  ])('of %j is %s', (output, code) => {
    expect(exitCodeOf(output)).toBe(code);
  });
});
