import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { StageTimes } from './stage-times.ts';

const working = (ms: number) => () => {
  jest.advanceTimersByTime(ms);
};
const millisecondsOf = ({ seconds }: StageTimes) =>
  [...seconds].map(([stage, spent]) => [stage, Math.round(spent * 1_000)]);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('The time of a stage', () => {
  it('is the sum of its runs', async () => {
    const times = new StageTimes();
    await times.time('texts', working(100));
    await times.time('pack', working(50));
    await times.time('texts', working(200));
    expect(millisecondsOf(times)).toEqual([
      ['texts', 300],
      ['pack', 50],
    ]);
  });

  it('does not include the stages within it', async () => {
    const times = new StageTimes();
    await times.time('rank', async () => {
      await times.time('candidates', working(400));
      working(100)();
      await times.time('candidates', working(400));
    });
    await times.time('pack', working(50));
    expect(millisecondsOf(times)).toEqual([
      ['candidates', 800],
      ['rank', 100],
      ['pack', 50],
    ]);
  });

  it('is recorded if the stage fails', async () => {
    const times = new StageTimes();
    const failing = times.time('embed', () => {
      working(10)();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(times.seconds.get('embed')).toBeCloseTo(0.01);
  });
});
