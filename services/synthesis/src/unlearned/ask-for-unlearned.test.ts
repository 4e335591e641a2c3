import { describe, expect, it } from '@jest/globals';
import { systemContext } from '@strata/kernel/actor';
import { createFindUnlearned, type UnlearnedOutcome } from './ask-for-unlearned.ts';

const LIVE = { tenantId: 'ten_1', environment: 'live' } as const;
const QUERY = { agentId: undefined, userId: undefined, tags: [] };

/** `answers` are given in turn; an error is thrown. */
function asking(...answers: (boolean | Error)[]) {
  const outcomes: UnlearnedOutcome[] = [];
  const state = { now: 0, beforeAnswer: (): void | Promise<void> => undefined };
  const { find, eventsStored } = createFindUnlearned({
    states: new Map(),
    ask: async () => {
      const isEmpty = answers.shift();
      await state.beforeAnswer();
      if (typeof isEmpty !== 'boolean') throw isEmpty ?? new Error('asked');
      return { memories: [], isEmpty };
    },
    prepare: () => [],
    now: () => state.now,
    observe: (outcome) => outcomes.push(outcome),
  });
  const ask = async (scope: typeof LIVE | { tenantId: string; environment: 'test' } = LIVE): Promise<void> => {
    await find(systemContext(scope, 'req_1'), QUERY);
  };
  /** Asks, and returns what lets the answer come. */
  const askSlowly = (): (() => Promise<void>) => {
    let answer = (): void => undefined;
    state.beforeAnswer = () => new Promise((resolve) => (answer = resolve));
    const asked = ask();
    state.beforeAnswer = () => undefined;
    return () => {
      answer();
      return asked;
    };
  };
  return { state, outcomes, ask, askSlowly, eventsStored };
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

  it('does not ask again after an answer, though another request asks meanwhile', async () => {
    const { outcomes, ask, askSlowly } = asking(true, true);
    const first = askSlowly();
    const second = askSlowly();
    await first();
    await ask();
    await second();
    await ask();
    expect(outcomes).toEqual(['nothing', 'known', 'nothing', 'known']);
  });

  it('asks again if one of two requests found some, whichever was answered first', async () => {
    const { outcomes, ask, askSlowly } = asking(true, false, true, false, false);
    const before = askSlowly();
    await ask();
    await before();
    const empty = askSlowly();
    const filled = askSlowly();
    await empty();
    await filled();
    await ask();
    expect(outcomes).toEqual(['found', 'nothing', 'nothing', 'found', 'found']);
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
