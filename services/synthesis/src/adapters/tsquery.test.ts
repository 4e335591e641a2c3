import { expect, test } from '@jest/globals';
import { partitionMark } from '../indexing/lexemes.ts';
import { toTsquery } from './tsquery.ts';

const scope = { tenantId: 'a', environment: 'live' } as const;
const mark = partitionMark(scope);
const population = { agentId: null, tags: [], kinds: ['memory', 'artifact'] } as const;

test('any term, in the partition', () => {
  expect(toTsquery(scope, population, ['boat', 'quay'])).toBe(`('${mark}boat'|'${mark}quay')`);
});

test('the agent must match, and every tag unless it is an artifact', () => {
  expect(toTsquery(scope, { ...population, agentId: 'x', tags: ['s', 't'] }, ['boat'])).toBe(
    `('${mark}boat')&'${mark}agent=x'&('${mark}kind=artifact'|'${mark}tag=s'&'${mark}tag=t')`,
  );
});

test('what is syntax in PostgreSQL is quoted', () => {
  expect(toTsquery(scope, population, [`a'b\\c`])).toBe(`('${mark}a''b\\\\c')`);
});

test('partitions have marks of their own', () => {
  expect(partitionMark({ ...scope, environment: 'test' })).not.toBe(mark);
  expect(partitionMark({ ...scope, tenantId: 'b' })).not.toBe(mark);
});
