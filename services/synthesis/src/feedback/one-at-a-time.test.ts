import { describe, expect, it } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import { oneAtATime } from './one-at-a-time.ts';

describe('Works of one key', () => {
  it('run one after the other, also after a failure, while works of other keys run', async () => {
    const run = oneAtATime();
    const log: string[] = [];
    const broken = new EventEmitter();
    const failure = once(broken, 'never');
    const work = (name: string, wait?: Promise<unknown>) => async (): Promise<string> => {
      log.push(`${name} begins`);
      await wait;
      log.push(`${name} ends`);
      return name;
    };
    const results = [run('a', work('one', failure)), run('a', work('two')), run('b', work('other'))];
    await results[2];
    expect(log).toEqual(['one begins', 'other begins', 'other ends']);
    broken.emit('error', new Error('broken'));
    await expect(results[0]).rejects.toThrow('broken');
    expect(await results[1]).toBe('two');
    expect(await run('a', work('three'))).toBe('three');
  });
});
