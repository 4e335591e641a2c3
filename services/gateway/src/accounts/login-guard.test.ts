import { beforeEach, describe, expect, it, test } from '@jest/globals';
import type { OpenWindowCounter } from '../limits/window-counter.ts';
import { LoginGuard, type LoginAttempt } from './login-guard.ts';

const WINDOW_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 3600 * 1000;

/** Windows with the clock of the test. */
function windowsAt(now: () => number): OpenWindowCounter {
  return (_name, windowSeconds) => {
    const windows = new Map<string, { count: number; closesAt: number }>();
    const open = (key: string) => {
      const window = windows.get(key);
      return window !== undefined && window.closesAt > now() ? window : undefined;
    };
    const read = (key: string) => {
      const window = open(key);
      return Promise.resolve({
        count: window?.count ?? 0,
        resetMs: window === undefined ? 0 : window.closesAt - now(),
      });
    };
    return {
      read,
      add: (key, amount = 1) => {
        const window = open(key) ?? { count: 0, closesAt: now() + windowSeconds * 1000 };
        windows.set(key, { ...window, count: window.count + amount });
        return read(key);
      },
      forget: (key) => {
        windows.delete(key);
        return Promise.resolve();
      },
    };
  };
}

let now: number;
let delays: number[];
let rejected: number;
let guard: LoginGuard;

beforeEach(() => {
  now = 0;
  delays = [];
  rejected = 0;
  guard = new LoginGuard({
    openCounter: windowsAt(() => now),
    pause: (milliseconds) => Promise.resolve(void delays.push(milliseconds)),
    onRejected: () => (rejected += 1),
  });
});

const home: LoginAttempt = { account: 'ada', address: 'home' };
const wrong = () => Promise.resolve(undefined);
const right = () => Promise.resolve('in');

/** The outcome of an attempt: `in`, `wrong`, or the seconds to wait. */
async function outcome(attempt: LoginAttempt, check: () => Promise<string | undefined> = wrong) {
  try {
    return (await guard.attempt(attempt, check)) ?? 'wrong';
  } catch (error) {
    expect(error).toMatchObject({ code: 'rate_limited' });
    const { message, retryAfterSeconds } = error as { message: string; retryAfterSeconds: number };
    expect(message).toContain(`try again in ${String(retryAfterSeconds)} second`);
    return retryAfterSeconds;
  }
}
async function fail(times: number, attempt: LoginAttempt): Promise<void> {
  for (let count = 0; count < times; count += 1) expect(await outcome(attempt)).toBe('wrong');
}
/** Failures, each from another address. */
async function failFromEverywhere(times: number): Promise<void> {
  for (let count = 0; count < times; count += 1)
    expect(await outcome({ account: 'ada', address: `bot-${String(count)}` })).toBe('wrong');
}

describe('Failures of one account from one address', () => {
  it('are not delayed five times, then delayed more and more, then rejected until the window closes', async () => {
    await fail(5, home);
    expect(delays).toEqual([]);
    await fail(5, home);
    expect(delays).toEqual([500, 1000, 2000, 4000, 4000]);
    now = 60_000;
    expect(await outcome(home)).toBe((WINDOW_MS - now) / 1000);
    expect(await outcome(home, right)).toBe((WINDOW_MS - now) / 1000);
    expect(rejected).toBe(2);
    now = WINDOW_MS;
    expect(await outcome(home, right)).toBe('in');
  });

  it('are forgotten after a success', async () => {
    await fail(9, home);
    expect(await outcome(home, right)).toBe('in');
    delays = [];
    await fail(5, home);
    expect(delays).toEqual([]);
  });

  it('do not prolong the window while it is closed', async () => {
    await fail(10, home);
    for (; now < WINDOW_MS; now += 60_000) expect(await outcome(home)).toBe((WINDOW_MS - now) / 1000);
    expect(await outcome(home)).toBe('wrong');
  });

  it('are as limited for parallel attempts', async () => {
    let checks = 0;
    const check = () => Promise.resolve(void (checks += 1));
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(home, check)));
    expect(checks).toBe(10);
    expect(outcomes.filter((each) => each === 'wrong')).toHaveLength(10);
  });

  it('do not affect another address, or another account from the same address', async () => {
    await fail(10, home);
    expect(await outcome({ ...home, address: 'work' }, right)).toBe('in');
    expect(await outcome({ ...home, account: 'bob' }, right)).toBe('in');
  });
});

test('parallel logins with the right password all succeed without delay', async () => {
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(home, right)));
  expect(new Set(outcomes)).toEqual(new Set(['in']));
  expect(delays).toEqual([]);
});

test('an attempt whose check fails does not count as a failure', async () => {
  for (let count = 0; count < 20; count += 1)
    await expect(guard.attempt(home, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(delays).toEqual([]);
  expect(await outcome(home, right)).toBe('in');
});

test('a limited number of requests wait at once, and further ones are rejected', async () => {
  const resume: (() => void)[] = [];
  guard = new LoginGuard({
    openCounter: windowsAt(() => now),
    pause: () => new Promise((resolve) => resume.push(resolve)),
    onRejected: () => (rejected += 1),
  });
  const logins = Array.from({ length: 201 }, (_, n) => ({ account: `p${String(n)}`, address: `a${String(n)}` }));
  for (const login of logins) await fail(5, login);
  const attempts = logins.map((login) => outcome(login, right));
  const first = await Promise.race(attempts);
  expect([first, resume.length, rejected]).toEqual([4, 200, 1]);
  for (const go of resume) go();
  expect((await Promise.all(attempts)).filter((each) => each === 'in')).toHaveLength(200);
});

describe('Failures from one address', () => {
  it('are rejected after a hundred, with any accounts', async () => {
    for (let person = 0; person < 100; person += 1)
      await fail(1, { account: `person-${String(person)}`, address: 'home' });
    expect(await outcome({ account: 'new', address: 'home' }, right)).toBe(WINDOW_MS / 1000);
    expect(await outcome({ account: 'new', address: 'work' }, right)).toBe('in');
    now = WINDOW_MS;
    expect(await outcome({ account: 'new', address: 'home' }, right)).toBe('in');
  });

  it('do not reject a user who logged in from there before', async () => {
    await guard.succeeded(home);
    for (let person = 0; person < 100; person += 1)
      await fail(1, { account: `person-${String(person)}`, address: 'home' });
    expect(await outcome(home, right)).toBe('in');
  });
});

describe('Failures of one account from all addresses', () => {
  it('reject addresses without an earlier login after fifty', async () => {
    await failFromEverywhere(50);
    expect(await outcome({ ...home, address: 'new' }, right)).toBe(WINDOW_MS / 1000);
    expect(await outcome({ account: 'bob', address: 'new' }, right)).toBe('in');
    now = WINDOW_MS;
    expect(await outcome({ ...home, address: 'new' }, right)).toBe('in');
  });

  it('never lock out the owner at an address with a login within thirty days', async () => {
    expect(await outcome(home, right)).toBe('in');
    now = 29 * DAY_MS;
    await failFromEverywhere(50);
    expect(await outcome(home, right)).toBe('in');
    now = 58 * DAY_MS;
    await failFromEverywhere(50);
    expect(await outcome(home, right)).toBe('in');
    now = 58 * DAY_MS + 31 * DAY_MS;
    await failFromEverywhere(50);
    expect(await outcome(home, right)).toBe(WINDOW_MS / 1000);
  });

  it('leave the limit of ten at a known address', async () => {
    await guard.succeeded(home);
    await failFromEverywhere(50);
    await fail(10, home);
    expect(await outcome(home, right)).toBe(WINDOW_MS / 1000);
  });
});
