import { describe, expect, it } from '@jest/globals';
import { StrataError } from './errors.ts';
import { retryDelayMs, wait, withRetries } from './retrying.ts';

const AT_ONCE = { status: 503, retryAfterSeconds: 0 };
const RULES = { maxRetries: 3, isRepeatable: true, signal: undefined };

/** Fails with these errors, one after the other, then succeeds. */
function failing(...errors: Error[]) {
  const attempts: number[] = [];
  const attempt = (): Promise<string> => {
    const error = errors[attempts.length];
    attempts.push(attempts.length);
    return error === undefined ? Promise.resolve('done') : Promise.reject(error);
  };
  return { attempts, attempt };
}

describe('a request', () => {
  it.each([
    ['the service is unavailable', new StrataError('unavailable', '', AT_ONCE)],
    ['too many requests came', new StrataError('rate_limited', '', { status: 429, retryAfterSeconds: 0 })],
    ['the connection broke', new StrataError('connection_failed', '')],
    ['a proxy says that the service is away', new StrataError('unexpected_response', '', { status: 502 })],
  ])('is sent again after %s', async (_, error) => {
    const { attempts, attempt } = failing(error);
    await expect(withRetries(RULES, attempt)).resolves.toBe('done');
    expect(attempts).toHaveLength(2);
  });

  it.each([
    ['it is invalid', new StrataError('validation_error', '', { status: 400 })],
    ['the service has a fault', new StrataError('internal_error', '', { status: 500 })],
    ['the caller ended it', new StrataError('aborted', '')],
  ])('is not sent again if %s', async (_, error) => {
    const { attempts, attempt } = failing(error);
    await expect(withRetries(RULES, attempt)).rejects.toBe(error);
    expect(attempts).toHaveLength(1);
  });

  it('is sent as often as the rules allow', async () => {
    const errors = [1, 2, 3].map(() => new StrataError('unavailable', '', AT_ONCE));
    const { attempts, attempt } = failing(...errors);
    await expect(withRetries({ ...RULES, maxRetries: 1 }, attempt)).rejects.toBe(errors[1]);
    expect(attempts).toHaveLength(2);
  });

  it('that must not be repeated is sent again only if it was turned away', async () => {
    const rules = { ...RULES, isRepeatable: false };
    const unknown = failing(new StrataError('connection_failed', ''));
    await expect(withRetries(rules, unknown.attempt)).rejects.toThrow();
    const limited = failing(new StrataError('rate_limited', '', { retryAfterSeconds: 0 }));
    await expect(withRetries(rules, limited.attempt)).resolves.toBe('done');
  });

  it('is given up if the service asks for a longer wait than a minute', async () => {
    const { attempts, attempt } = failing(new StrataError('rate_limited', '', { retryAfterSeconds: 3600 }));
    await expect(withRetries(RULES, attempt)).rejects.toThrow();
    expect(attempts).toHaveLength(1);
  });
});

describe('a wait', () => {
  it('is never shorter than the service asks for', () => {
    const delays = Array.from({ length: 50 }, () =>
      retryDelayMs(2, new StrataError('unavailable', '', { retryAfterSeconds: 2 })),
    );
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(2000);
  });

  it('ends with the signal', async () => {
    const controller = new AbortController();
    const waiting = wait(60_000, controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    await expect(wait(60_000, controller.signal)).rejects.toMatchObject({ code: 'aborted' });
  });
});
