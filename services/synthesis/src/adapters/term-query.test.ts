import { expect, test } from '@jest/globals';
import type { Filter } from '@strata/policy/filter';
import { scopeMark } from '../indexing/lexemes.ts';
import { byKind, filterQuery } from './filter-query.ts';
import { populationQuery } from './population-query.ts';
import { toTsquery } from './term-query.ts';

const scope = { tenantId: 'a', environment: 'live' } as const;
const mark = scopeMark(scope);
const population = { agentId: null, tags: [], kinds: ['memory', 'artifact'] } as const;
const written = (query: Parameters<typeof toTsquery>[1]) => toTsquery(scope, query)?.replaceAll(mark, '') ?? null;

test('any term, in the partition', () => {
  expect(toTsquery(scope, populationQuery(population, ['boat', 'quay']))).toBe(`('${mark}boat'|'${mark}quay')`);
});

test('the agent must match, and every tag unless it is an artifact', () => {
  expect(written(populationQuery({ ...population, agentId: 'x', tags: ['s', 't'] }, ['boat']))).toBe(
    `('boat'&'agent=x'&('kind=artifact'|('tag=s'&'tag=t')))`,
  );
});

test('what is syntax in PostgreSQL is quoted', () => {
  expect(written(populationQuery(population, [`a'b\\c`]))).toBe(`'a''b\\\\c'`);
});

test('partitions have marks of their own', () => {
  expect(scopeMark({ ...scope, environment: 'test' })).not.toBe(mark);
  expect(scopeMark({ ...scope, tenantId: 'b' })).not.toBe(mark);
});

test('a filter becomes terms, with negations before single ones alone', () => {
  const filter: Filter = {
    not: {
      any: [
        { all: [{ on: 'namespaceId', among: 'any' }, { not: { on: 'tags', among: ['x', 'y'] } }] },
        { not: { on: 'agentId', among: 'any' } },
        { on: 'id', among: ['mem_1'] },
      ],
    },
  };
  expect(written(filterQuery(filter))).toBe(`((!'in=namespace'|('tag=x'|'tag=y'))&'of=agent'&!'id=mem_1')`);
});

test('memories and artifacts have filters of their own, and what nothing passes is not searched', () => {
  expect(written(byKind(true, false))).toBe(`!'kind=artifact'`);
  expect(written(byKind({ on: 'agentId', among: ['one'] }, true))).toBe(
    `((!'kind=artifact'&'agent=one')|'kind=artifact')`,
  );
  expect(written(byKind(false, false))).toBeNull();
});

test('what everything matches is not searched for', () => {
  expect(() => toTsquery(scope, true)).toThrow('at least one term');
});
