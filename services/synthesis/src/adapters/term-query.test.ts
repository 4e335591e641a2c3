import { describe, expect, it } from '@jest/globals';
import type { Filter } from '@strata/policy/filter';
import { scopeMark, termsOfUser } from '../indexing/lexemes.ts';
import { byKind, filterQuery } from './filter-query.ts';
import { populationQuery } from './population-query.ts';
import { toTsquery } from './term-query.ts';

const scope = { tenantId: 'a', environment: 'live' } as const;
const mark = scopeMark(scope);
const population = { agentId: null, tags: [], kinds: ['memory', 'artifact'] } as const;
const written = (query: Parameters<typeof toTsquery>[1]) => toTsquery(scope, query)?.replaceAll(mark, '') ?? null;

describe('A term query', () => {
  it('matches any of the terms, in the tenant scope', () => {
    expect(toTsquery(scope, populationQuery(population, ['boat', 'quay'], ['']))).toBe(`('${mark}boat'|'${mark}quay')`);
  });

  it('matches words without an end user and those of one end user, and not those of others', () => {
    const [own = ''] = termsOfUser('ada', ['boat']);
    expect(written(populationQuery(population, ['boat'], ['', 'ada']))).toBe(`('boat'|'${own}')`);
    expect(termsOfUser('bo', ['boat'])).not.toContain(own);
  });

  it('requires the agent, and every tag except of artifacts', () => {
    expect(written(populationQuery({ ...population, agentId: 'x', tags: ['s', 't'] }, ['boat'], ['']))).toBe(
      `('boat'&'agent=x'&('kind=artifact'|('tag=s'&'tag=t')))`,
    );
  });

  it('quotes the syntax of PostgreSQL', () => {
    expect(written(populationQuery(population, [`a'b\\c`], ['']))).toBe(`'a''b\\\\c'`);
  });

  it('has another mark in each tenant scope', () => {
    expect(scopeMark({ ...scope, environment: 'test' })).not.toBe(mark);
    expect(scopeMark({ ...scope, tenantId: 'b' })).not.toBe(mark);
  });

  it('is made of a filter, and negates only single terms', () => {
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

  it('has one filter for memories and one for artifacts, and is null if nothing can pass', () => {
    expect(written(byKind(true, false))).toBe(`!'kind=artifact'`);
    expect(written(byKind({ on: 'agentId', among: ['one'] }, true))).toBe(
      `((!'kind=artifact'&'agent=one')|'kind=artifact')`,
    );
    expect(written(byKind(false, false))).toBeNull();
  });

  it('is rejected if every entry matches it', () => {
    expect(() => toTsquery(scope, true)).toThrow('at least one term');
  });
});
