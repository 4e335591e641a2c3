import { describe, expect, it } from '@jest/globals';
import { ended, supportSessions, used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { groupErrors } from '../playbooks/error-groups.ts';
import { readSessions } from '../sessions/read-sessions.ts';
import { symbolRoles } from '../sessions/symbol-roles.ts';
import type { ArtifactContents } from '@strata/contracts/schemas/artifact';
import { findPatterns } from './find-patterns.ts';

const NO_WRITERS = (): number => 0;

function patternsOf(lines: Parameters<typeof writtenSessions>[0]): ArtifactContents['causal_pattern'][] {
  const sessions = readSessions(writtenSessions(lines));
  return findPatterns(sessions, groupErrors(sessions), symbolRoles(sessions), NO_WRITERS).flatMap((draft) =>
    draft.type === 'causal_pattern' ? [draft.content] : [],
  );
}

describe('causal patterns', () => {
  it('are pairs that co-occur more often than by chance, with figures that can be recounted', () => {
    const lines = [...supportSessions(), ...supportSessions()];
    const failing = patternsOf(lines).find(({ effect }) => effect === 'the session fails');
    expect(failing).toMatchObject({ cause: 'refund_order fails', support: 8, confidence: 1, counterExamples: 0 });
    expect(failing?.lift).toBeCloseTo(28 / 10, 2);
    expect(failing?.pValue).toBeLessThan(0.01);
  });

  it('need the effect to come after the cause', () => {
    const forth = [...used('check_stock', {}, 'x'), ...used('list_items', {}, 'z'), ...used('ship_item', {}, 'y')];
    const back = [...used('ship_item', {}, 'y'), ...used('list_items', {}, 'z'), ...used('check_stock', {}, 'x')];
    const none = used('list_items', {}, 'z');
    const pairs = patternsOf([...Array<typeof forth>(8).fill(forth), ...Array<typeof none>(8).fill(none)]).map(
      ({ cause, effect }) => `${cause} → ${effect}`,
    );
    expect(pairs).toContain('check_stock is used → ship_item is used later in the session');
    expect(pairs).not.toContain('ship_item is used → check_stock is used later in the session');
    expect(
      patternsOf([...Array<typeof back>(8).fill(back), ...Array<typeof none>(8).fill(none)]).map(({ cause }) => cause),
    ).not.toContain('check_stock is used');
  });

  it('do not include mere order of two steps, or later reads', () => {
    const next = [...used('list_items', {}, 'z'), ...used('check_stock', {}, 'x'), ...used('ship_item', {}, 'y')];
    const none = used('list_items', {}, 'z');
    const effects = (lines: typeof next) =>
      patternsOf([...Array<typeof next>(8).fill(lines), ...Array<typeof next>(8).fill(none)]).map(
        ({ cause, effect }) => `${cause} → ${effect}`,
      );
    expect(effects(next)).toEqual([]);
    expect(effects([...next, ...used('get_receipt', {}, 'r')])).toEqual([]);
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
