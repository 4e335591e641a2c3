import { describe, expect, it } from '@jest/globals';
import { atOnce, inTurns, pause } from './turns.ts';

const busyFor = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

/** Work of several steps, each longer than a turn. */
function* stepsOf(name: string, log: string[]): Generator<undefined, string> {
  for (let step = 1; step <= 3; step += 1) {
    busyFor(20);
    log.push(`${name}${String(step)}`);
    yield;
  }
  return name;
}

describe('Long work', () => {
  it('takes turns with other work and with the rest of the process', async () => {
    const log: string[] = [];
    const both = Promise.all([inTurns(stepsOf('a', log)), inTurns(stepsOf('b', log))]);
    let rounds = 0;
    const timer = setInterval(() => {
      rounds += 1;
      log.push('timer');
    }, 1);
    expect(await both).toEqual(['a', 'b']);
    clearInterval(timer);
    const steps = log.filter((entry) => entry !== 'timer');
    expect([...steps].sort()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
    expect(steps.indexOf('b1')).toBeLessThan(steps.indexOf('a3'));
    // Timers run in between.
    expect(rounds).toBeGreaterThanOrEqual(2);
  });

  it('goes on within its turn', async () => {
    await new Promise((resolve) => setImmediate(resolve));
    expect([pause(), pause()]).toEqual([undefined, undefined]);
  });

  it('can run at once', () => {
    const log: string[] = [];
    expect(atOnce(stepsOf('c', log))).toBe('c');
    expect(log).toEqual(['c1', 'c2', 'c3']);
  });
});
