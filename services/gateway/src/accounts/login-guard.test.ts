import { beforeEach, describe, expect, it } from '@jest/globals';
import type { OpenWindowCounter } from '../limits/window-counter.ts';
import { LoginGuard, type LoginAttempt } from './login-guard.ts';

const WINDOW_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 3600 * 1000;

/** Windows on a clock that the test sets. */
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
let refused: number;
let guard: LoginGuard;

beforeEach(() => {
  now = 0;
  delays = [];
  refused = 0;
  guard = new LoginGuard({
    openCounter: windowsAt(() => now),
    pause: (milliseconds) => Promise.resolve(void delays.push(milliseconds)),
    onRejected: () => (refused += 1),
  });
});

const home: LoginAttempt = { account: 'ada', address: 'home' };
const wrong = () => Promise.resolve(undefined);
const right = () => Promise.resolve('in');

/** How an attempt ended: `in`, `wrong`, or how many seconds to wait. */
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
/** Failures from ever new addresses. */
async function failFromEverywhere(times: number): Promise<void> {
  for (let count = 0; count < times; count += 1)
    expect(await outcome({ account: 'ada', address: `bot-${String(count)}` })).toBe('wrong');
}

describe('failures of one account from one address', () => {
  it('are answered at once five times, then later and later, then refused until the window closes', async () => {
    await fail(5, home);
    expect(delays).toEqual([]);
    await fail(5, home);
    expect(delays).toEqual([500, 1000, 2000, 4000, 4000]);
    now = 60_000;
    expect(await outcome(home)).toBe((WINDOW_MS - now) / 1000);
    expect(await outcome(home, right)).toBe((WINDOW_MS - now) / 1000);
    expect(refused).toBe(2);
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

  it('are no more when many come at once', async () => {
    let checks = 0;
    const check = () => Promise.resolve(void (checks += 1));
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(home, check)));
    expect(checks).toBe(10);
    expect(outcomes.filter((each) => each === 'wrong')).toHaveLength(10);
  });

  it('leave another address, and another account from the same one, alone', async () => {
    await fail(10, home);
    expect(await outcome({ ...home, address: 'work' }, right)).toBe('in');
    expect(await outcome({ ...home, account: 'bob' }, right)).toBe('in');
  });
});

it('many that sign in at once all get in, none of them delayed', async () => {
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(home, right)));
  expect(new Set(outcomes)).toEqual(new Set(['in']));
  expect(delays).toEqual([]);
});

it('an attempt that could not be checked is no failure', async () => {
  for (let count = 0; count < 20; count += 1)
    await expect(guard.attempt(home, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(delays).toEqual([]);
  expect(await outcome(home, right)).toBe('in');
});

it('so many requests are held back at once, and whoever comes on top is refused', async () => {
  const resume: (() => void)[] = [];
  guard = new LoginGuard({
    openCounter: windowsAt(() => now),
    pause: () => new Promise((resolve) => resume.push(resolve)),
    onRejected: () => (refused += 1),
  });
  const people = Array.from({ length: 201 }, (_, n) => ({ account: `p${String(n)}`, address: `a${String(n)}` }));
  for (const person of people) await fail(5, person);
  const attempts = people.map((person) => outcome(person, right));
  const first = await Promise.race(attempts);
  expect([first, resume.length, refused]).toEqual([4, 200, 1]);
  for (const go of resume) go();
  expect((await Promise.all(attempts)).filter((each) => each === 'in')).toHaveLength(200);
});

describe('failures from one address', () => {
  it('are refused after a hundred, whatever the account', async () => {
    for (let person = 0; person < 100; person += 1)
      await fail(1, { account: `person-${String(person)}`, address: 'home' });
    expect(await outcome({ account: 'new', address: 'home' }, right)).toBe(WINDOW_MS / 1000);
    expect(await outcome({ account: 'new', address: 'work' }, right)).toBe('in');
    now = WINDOW_MS;
    expect(await outcome({ account: 'new', address: 'home' }, right)).toBe('in');
  });

  it('leave in whoever signed in from there before', async () => {
    await guard.succeeded(home);
    for (let person = 0; person < 100; person += 1)
      await fail(1, { account: `person-${String(person)}`, address: 'home' });
    expect(await outcome(home, right)).toBe('in');
  });
});

describe('failures of one account from everywhere', () => {
  it('close it to addresses that have not signed in to it, after fifty', async () => {
    await failFromEverywhere(50);
    expect(await outcome({ ...home, address: 'new' }, right)).toBe(WINDOW_MS / 1000);
    expect(await outcome({ account: 'bob', address: 'new' }, right)).toBe('in');
    now = WINDOW_MS;
    expect(await outcome({ ...home, address: 'new' }, right)).toBe('in');
  });

  it('never lock out the owner, who signed in from the address within thirty days', async () => {
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

  it('are held to the ten of its own pair also at a known address', async () => {
    await guard.succeeded(home);
    await failFromEverywhere(50);
    await fail(10, home);
    expect(await outcome(home, right)).toBe(WINDOW_MS / 1000);
  });
});
