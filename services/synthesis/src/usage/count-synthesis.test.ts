import { describe, expect, it } from '@jest/globals';
import type { RequestContext } from '@strata/kernel/actor';
import type { AppError } from '@strata/kernel/errors';
import { countSynthesis } from './count-synthesis.ts';

const caller: RequestContext = {
  scope: { tenantId: 'a', environment: 'live' },
  actor: { type: 'api_key', id: 'key_1', scopes: ['read'] },
  requestId: 'req_1',
};
const service: RequestContext = { ...caller, actor: { type: 'system', id: 'system', scopes: [] } };
const made = {
  pack: { packId: 'pck_1', totalTokens: 700 },
  shown: Array.from({ length: 1_001 }, (_, n) => `mem_${String(n)}`),
  memories: [{ id: 'mem_1', place: { namespaceId: null, agentId: null } }],
};

/** What is stored for one synthesis at a moment. */
async function countAt(now: string, context: RequestContext) {
  const counted: unknown[] = [];
  const usage = {
    count: ({ scope: { tenantId, environment } }, { at, tokens, shown, report }) => {
      const recorded = report?.accesses.flatMap(({ memoryIds }) => memoryIds) ?? [];
      counted.push({ tenantId, environment, at: at.toISOString(), tokens, recorded, shown: shown.length });
      return Promise.resolve(true);
    },
    takeBack: ({ tenantId }, { at, tokens }) => {
      counted.push({ tenantId, takenBack: at.toISOString(), tokens });
      return Promise.resolve();
    },
    read: () => Promise.resolve(0),
    series: () => Promise.resolve([]),
  } satisfies Parameters<typeof countSynthesis>[0]['usage'];
  const outcome = await countSynthesis({ usage, clock: { now: () => new Date(now) } }, context, made, null).catch(
    (error: unknown) => (error as AppError).code,
  );
  return outcome === true ? counted : [...counted, outcome];
}

describe('A synthesis', () => {
  it('is counted once, in its tenant scope, with the time and the tokens of its pack', async () => {
    const live = { tenantId: 'a', environment: 'live', tokens: 700, recorded: ['mem_1'], shown: 1_000 };
    expect(await countAt('2026-12-31T23:59:59.999Z', caller)).toEqual([{ ...live, at: '2026-12-31T23:59:59.999Z' }]);
    const inTest: RequestContext = { ...caller, scope: { tenantId: 'a', environment: 'test' } };
    expect(await countAt('2027-01-01T00:00:00.000Z', inTest)).toEqual([
      { ...live, environment: 'test', at: '2027-01-01T00:00:00.000Z' },
    ]);
  });

  it('of the service itself is counted, and its memories are not recorded', async () => {
    expect(await countAt('2026-12-31T12:00:00.000Z', service)).toMatchObject([{ recorded: [] }]);
  });

  it('whose caller does not wait any more is not counted', async () => {
    expect(await countAt('2026-12-31T12:00:00.000Z', { ...caller, isAwaited: () => false })).toEqual(['unavailable']);
  });

  it('whose caller stops waiting while it is counted is taken back', async () => {
    const answers = [true, false];
    const leaving: RequestContext = { ...caller, isAwaited: () => answers.shift() ?? false };
    expect(await countAt('2026-12-31T12:00:00.000Z', leaving)).toMatchObject([
      { tokens: 700 },
      { tenantId: 'a', takenBack: '2026-12-31T12:00:00.000Z', tokens: 700 },
      'unavailable',
    ]);
  });
});
