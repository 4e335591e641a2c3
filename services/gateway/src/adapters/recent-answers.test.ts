import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@strata/testkit/eventually';
import { RecentAnswers } from './recent-answers.ts';

describe('RecentAnswers', () => {
  it('asks once for all who want to know at the same time, and remembers', async () => {
    const answers = new RecentAnswers<string>();
    const ask = jest.fn(() => Promise.resolve('yes'));
    await Promise.all(Array.from({ length: 10 }, () => answers.get('a', ask)));
    expect(await answers.get('a', ask)).toBe('yes');
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('asks anew once an answer is old', async () => {
    const answers = new RecentAnswers<number>(1);
    let asked = 0;
    const ask = () => Promise.resolve((asked += 1));
    await answers.get('a', ask);
    expect(await eventually(async () => (await answers.get('a', ask)) > 1)).toBe(true);
  });

  it('asks anew once it was told to forget, also while somebody is asking', async () => {
    const answers = new RecentAnswers<string>();
    let tell: (answer: string) => void = () => undefined;
    const early = answers.get('a', () => new Promise((resolve) => (tell = resolve)));
    answers.forget('a');
    const late = answers.get('a', () => Promise.resolve('new'));
    tell('old');
    expect([await early, await late, await answers.get('a', () => Promise.resolve('newer'))]).toEqual([
      'old',
      'new',
      'new',
    ]);
  });

  it('does not remember a failure', async () => {
    const answers = new RecentAnswers<string>();
    await expect(answers.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await answers.get('a', () => Promise.resolve('yes'))).toBe('yes');
  });
});
