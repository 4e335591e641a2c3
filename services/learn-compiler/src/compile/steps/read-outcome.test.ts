import { describe, expect, it } from '@jest/globals';
import { readOutcome, readVerdict } from './read-outcome.ts';

describe('outcome of a step', () => {
  it.each([
    [{ success: true }, 'ok'],
    [{ ok: false }, 'error'],
    [{ is_error: true }, 'error'],
    [{ isError: false }, 'ok'],
    [{ exit_code: 0 }, 'ok'],
    [{ exitCode: 2 }, 'error'],
    [{ status: 'failed' }, 'error'],
    [{ status: 'completed' }, 'ok'],
    [{ status: 404 }, 'error'],
    [{ statusCode: 201 }, 'ok'],
    [{ numFailedTests: 3 }, 'error'],
  ])('is stated by %j', (payload, outcome) => {
    expect(readOutcome(payload, 'some output')).toMatchObject({ outcome, stated: true });
  });

  it.each([
    'Error: user not found',
    'TypeError: x is not a function',
    'Traceback (most recent call last):\n  File "a.py"\nValueError: bad date',
    '{"error": "no such order"}',
    '{"ok": false, "message": "no such order"}',
    'fatal: not a git repository',
  ])('is inferred to be an error from %j', (output) => {
    const { outcome, stated, error } = readOutcome({}, output);
    expect(outcome).toBe('error');
    expect(stated).toBeUndefined();
    expect(error?.template).not.toBe('');
  });

  it.each([
    'The error rate is 2 %',
    'Errors: 0',
    'No errors found',
    '{"error": null, "id": 1}',
    'an exceptional result',
  ])('is good for %j', (output) => {
    expect(readOutcome({}, output)).toEqual({ outcome: 'ok' });
  });

  it('is unknown without output and flag', () => {
    expect(readOutcome({}, undefined)).toEqual({});
  });

  it('is the last line of a traceback', () => {
    expect(
      readOutcome({}, 'Traceback (most recent call last):\n  File "a.py", line 3\nKeyError: 7').error?.template,
    ).toBe('KeyError: <n>');
  });
});

describe('verdict on a session', () => {
  it('is read from flags and rewards', () => {
    expect(readVerdict({ resolved: true })).toBe(true);
    expect(readVerdict({ task_success: false })).toBe(false);
    expect(readVerdict({ reward: 1 })).toBe(true);
    expect(readVerdict({ reward: 0.2 })).toBe(false);
    expect(readVerdict({ role: 'user' })).toBeUndefined();
  });
});
