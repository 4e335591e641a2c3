import { describe, expect, it } from '@jest/globals';
import { systemContext } from '@strata/kernel/actor';
import { createFindUnlearned, type UnlearnedOutcome } from './ask-for-unlearned.ts';

const LIVE = { tenantId: 'ten_1', environment: 'live' } as const;
const QUERY = { agentId: undefined, userId: undefined, tags: [] };

/** `answers` are given in turn; an error is thrown. */
function asking(...answers: (boolean | Error)[]) {
  const outcomes: UnlearnedOutcome[] = [];
  const state = { now: 0, beforeAnswer: (): void => undefined };
  const { find, eventsStored } = createFindUnlearned({
    states: new Map(),
    ask: () => {
      const isEmpty = answers.shift();
      state.beforeAnswer();
      return typeof isEmpty === 'boolean'
        ? Promise.resolve({ memories: [], isEmpty })
        : Promise.reject(isEmpty ?? new Error('asked'));
    },
    prepare: () => [],
    now: () => state.now,
    observe: (outcome) => outcomes.push(outcome),
  });
  const ask = async (scope: typeof LIVE | { tenantId: string; environment: 'test' } = LIVE): Promise<void> => {
    await find(systemContext(scope, 'req_1'), QUERY);
  };
  return { state, outcomes, ask, eventsStored };
}

describe('Looking for unlearned texts', () => {
  it('does not ask again about a scope that had none, for a second', async () => {
    const { state, outcomes, ask } = asking(true, true, true);
    await ask();
    await ask();
    await ask({ ...LIVE, environment: 'test' });
    state.now = 1_001;
    await ask();
    expect(outcomes).toEqual(['nothing', 'known', 'nothing', 'nothing']);
  });

  it('asks again while there are some', async () => {
    const { outcomes, ask } = asking(false, false);
    await ask();
    await ask();
    expect(outcomes).toEqual(['found', 'found']);
  });

  it('asks again once events were stored, also if they were stored while it asked', async () => {
    const { state, outcomes, ask, eventsStored } = asking(true, true, false);
    await ask();
    eventsStored(LIVE);
    state.beforeAnswer = () => {
      eventsStored(LIVE);
    };
    await ask();
    await ask();
    expect(outcomes).toEqual(['nothing', 'nothing', 'found']);
  });

  it('finds nothing if the learn-compiler does not answer, and leaves it alone for a second', async () => {
    const { state, outcomes, ask, eventsStored } = asking(new Error('away'), false);
    await ask();
    eventsStored(LIVE);
    await ask();
    state.now = 1_001;
    await ask();
    expect(outcomes).toEqual(['failed', 'resting', 'found']);
  });
});
