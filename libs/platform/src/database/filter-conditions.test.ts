import { expect, test } from '@jest/globals';
import { bindTo } from './bind-values.ts';
import { conditionOf, type FilterConditions } from './filter-conditions.ts';

interface PageFilter {
  readonly agentId?: string | undefined;
  readonly archived: 'true' | 'false';
}

const CONDITIONS: FilterConditions<PageFilter> = {
  agentId: (agentId, bind) => `agent_id = ${bind(agentId)}`,
  archived: (archived) => (archived === 'true' ? 'archived_at is not null' : 'archived_at is null'),
};

test('every filter with a value gives a condition, and its value is bound', () => {
  const values: unknown[] = ['ten_1'];
  const query = { agentId: "o'ops", archived: 'true', limit: 5 } as const;
  expect(conditionOf(query, CONDITIONS, bindTo(values))).toBe('agent_id = $2 and archived_at is not null');
  expect(values).toEqual(['ten_1', "o'ops"]);
});

test('a filter without a value gives no condition', () => {
  const bind = bindTo([]);
  expect(conditionOf({ agentId: undefined, archived: 'false' }, CONDITIONS, bind)).toBe('archived_at is null');
  expect(conditionOf<{ agentId?: string }>({}, { agentId: CONDITIONS.agentId }, bind)).toBe('true');
});
