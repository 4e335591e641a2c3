import { describe, expect, it } from '@jest/globals';
import { ended, said, supportSessions, used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { Memo } from '../memo.ts';
import { groupErrors } from '../playbooks/error-groups.ts';
import { readSessions } from '../sessions/read-sessions.ts';
import { symbolRoles } from '../sessions/symbol-roles.ts';
import type { ArtifactContents } from '@strata/contracts/schemas/artifact';
import { findPatterns } from './find-patterns.ts';

const NO_WRITERS = (): number => 0;

function patternsOf(lines: Parameters<typeof writtenSessions>[0]): ArtifactContents['causal_pattern'][] {
  const sessions = readSessions(writtenSessions(lines));
  return findPatterns(sessions, groupErrors(sessions, new Memo()), symbolRoles(sessions), NO_WRITERS).flatMap(
    (draft) => (draft.type === 'causal_pattern' ? [draft.content] : []),
  );
}

describe('causal patterns', () => {
  it('are pairs that co-occur more often than by chance, with figures that can be recounted', () => {
    const failing = patternsOf(supportSessions()).find(({ effect }) => effect === 'the session fails');
    // Compared with the other sessions that tried a refund: 6 of 7 of them succeeded.
    expect(failing).toMatchObject({
      cause: 'refund_order fails',
      support: 4,
      tasks: 4,
      confidence: 1,
      counterExamples: 0,
      cells: { both: 4, causeOnly: 0, effectOnly: 1, neither: 6 },
    });
    expect(failing?.lift).toBeCloseTo(11 / 5, 2);
    expect(failing?.pValue).toBeLessThan(0.05);
  });

  it('need the effect to come after the cause', () => {
    const look = used('check_stock', {}, 'x');
    const fail = used('ship_item', {}, 'Error: out of stock');
    const run = (...parts: (typeof look)[]): typeof look => [...parts.flat(), ...used('list_items', {}, 'z')];
    const causes = (lines: typeof look): string[] =>
      patternsOf([
        ...Array<typeof look>(8).fill(lines),
        ...Array<typeof look>(8).fill(run(used('ship_item', {}, 'y'))),
      ]).map(({ cause, effect }) => `${cause} → ${effect}`);
    expect(causes(run(look, fail))).toContain('check_stock is used → ship_item fails later in the session');
    expect(causes(run(fail, look))).toEqual([]);
  });

  it('never have a later step as their effect', () => {
    const next = [...used('check_stock', {}, 'x'), ...used('list_items', {}, 'z'), ...used('ship_item', {}, 'y')];
    const none = used('list_items', {}, 'z');
    expect(patternsOf([...Array<typeof next>(9).fill(next), ...Array<typeof none>(9).fill(none)])).toEqual([]);
  });

  it('are not found where only the tasks differ', () => {
    const easy = [
      said('user', 'Send the postcard'),
      ...used('get_list', {}, 'x'),
      ...used('send_card', {}, 'y'),
      ended(true),
    ];
    const hard = [
      said('user', 'Move the piano'),
      ...used('get_map', {}, 'x'),
      ...used('move_piano', {}, 'y'),
      ended(false),
    ];
    expect(patternsOf([...Array<typeof easy>(12).fill(easy), ...Array<typeof hard>(12).fill(hard)])).toEqual([]);
  });

  it('are not found in random data', () => {
    let state = 2024;
    const next = (n: number) => Math.floor(((state = (state * 16_807) % 2_147_483_647) / 2_147_483_647) * n);
    const names = ['get_a', 'get_b', 'get_c', 'set_d', 'set_e', 'set_f'];
    const lines = Array.from({ length: 120 }, () => [
      ...Array.from({ length: 3 }, () => used(names[next(6)] ?? 'get_a', {}, 'x')).flat(),
      ended(next(2) === 0),
    ]);
    expect(patternsOf(lines)).toEqual([]);
  });
});
