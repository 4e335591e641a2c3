import { beforeEach, describe, expect, it } from '@jest/globals';
import { RecentAnswers } from './recent-answers.ts';

const TTL_MS = 800;

/** Questions that wait for the test to answer them, oldest first. */
interface Asked {
  readonly key: string;
  answer(answer: string | undefined): Promise<void>;
  fail(error: Error): Promise<void>;
}
let asked: Asked[];
let now: number;
let answers: RecentAnswers<string | undefined>;

const settled = () => new Promise<void>((done) => setImmediate(done));
const get = (key = 'a') =>
  answers.get(
    key,
    () =>
      new Promise((resolve, reject) => {
        asked.push({
          key,
          answer: (answer) => (resolve(answer), settled()),
          fail: (error) => (reject(error), settled()),
        });
      }),
  );

beforeEach(() => {
  asked = [];
  now = 0;
  answers = new RecentAnswers(TTL_MS, () => now);
});

describe('RecentAnswers', () => {
  it('asks once for all who want to know at the same time, and remembers', async () => {
    const asking = Promise.all(Array.from({ length: 10 }, () => get()));
    await asked[0]?.answer('yes');
    expect(new Set(await asking)).toEqual(new Set(['yes']));
    expect(await get()).toBe('yes');
    expect(asked).toHaveLength(1);
  });

  it('tells one question from another', async () => {
    const [one, other] = [get('a'), get('b')];
    expect(asked.map(({ key }) => key)).toEqual(['a', 'b']);
    await asked[1]?.answer('of b');
    await asked[0]?.answer('of a');
    expect([await one, await other]).toEqual(['of a', 'of b']);
  });

  it('remembers that there is nothing, for no longer than anything else', async () => {
    const asking = get();
    await asked[0]?.answer(undefined);
    expect([await asking, await get()]).toEqual([undefined, undefined]);
    now = TTL_MS;
    const created = get();
    await asked[1]?.answer('there');
    expect(await created).toBe('there');
  });

  it('counts the time from the beginning of the question: nothing older is ever told', async () => {
    const asking = get();
    now = TTL_MS - 1;
    await asked[0]?.answer('slow');
    await asking;
    expect(await get()).toBe('slow');
    now = TTL_MS;
    void get();
    expect(asked).toHaveLength(2);
  });

  it('makes nobody wait for an answer to a question that began too long ago', async () => {
    const early = get();
    now = TTL_MS;
    const late = get();
    await asked[1]?.answer('new');
    expect(await late).toBe('new');
    await asked[0]?.answer('old');
    await early;
    expect(await get()).toBe('new');
  });

  it('forgets, also for those who wait for an answer that is under way: they ask again', async () => {
    const asking = get();
    answers.forget('a');
    const late = get();
    await asked[0]?.answer('before the change');
    await asked[1]?.answer('after it');
    expect([await asking, await late, await get()]).toEqual(['after it', 'after it', 'after it']);
    expect(asked).toHaveLength(2);
  });

  it('does not remember a failure', async () => {
    const asking = get();
    await Promise.all([expect(asking).rejects.toThrow('down'), asked[0]?.fail(new Error('down'))]);
    const again = get();
    await asked[1]?.answer('yes');
    expect(await again).toBe('yes');
  });
});
