import { beforeEach, describe, expect, it } from '@jest/globals';
import { systemContext } from '@strata/kernel/actor';
import { unavailable } from '@strata/kernel/errors';
import { recordAccessBundleHandler } from './record-access-bundle.ts';
import type { AccessCommand } from './record-accesses.ts';

const command = (accessId: string): AccessCommand => ({
  payload: { accessId, action: 'read', at: '2026-05-08T09:00:00Z', accesses: [] },
  context: systemContext({ tenantId: 'harbour', environment: 'live' }, `req_${accessId}`),
});
const bundle = (...ids: string[]) => ({ payload: { commands: ids.map(command) } });

let tries: string[][];
let error: Error | undefined;
const handle = recordAccessBundleHandler((commands) => {
  const ids = commands.map(({ payload }) => payload.accessId);
  tries.push(ids);
  return error !== undefined && ids.includes('bad') ? Promise.reject(error) : Promise.resolve();
});
beforeEach(() => {
  tries = [];
  error = undefined;
});

describe('Bundles of access reports', () => {
  it('are recorded together, each report with its own context', async () => {
    await handle([bundle('a', 'b'), bundle('c')]);
    expect(tries).toEqual([['a', 'b', 'c']]);
  });

  it('are recorded report by report if one cannot be stored', async () => {
    error = new Error('No such id');
    await expect(handle([bundle('a', 'bad', 'c')])).rejects.toBe(error);
    expect(tries).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
  });

  it('wait as a whole while the database is away, and while others are in the batch', async () => {
    error = unavailable('The database');
    await expect(handle([bundle('a', 'bad')])).rejects.toBe(error);
    error = new Error('No such id');
    await expect(handle([bundle('a', 'bad'), bundle('c')])).rejects.toBe(error);
    expect(tries).toEqual([
      ['a', 'bad'],
      ['a', 'bad', 'c'],
    ]);
  });
});
