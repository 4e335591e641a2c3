import { describe, expect, it } from '@jest/globals';
import type { Attribute } from '@strata/contracts/schemas/policy-conditions';
import { compare, meets, operatorsOf } from './attributes.ts';

const NOON = '2026-05-08T12:00:30.000Z';

/** Whether the actual values satisfy the conditions on their attribute. */
const holds = (attribute: Attribute, condition: unknown, actual: readonly string[]): boolean =>
  operatorsOf({ [attribute]: condition }).every(([, operators]) => meets(attribute, operators, actual));

describe('A condition', () => {
  it.each<[Attribute, unknown, string[], boolean]>([
    ['agent.id', 'a', ['a'], true],
    ['agent.id', 'a', ['b'], false],
    ['agent.id', ['a', 'b'], ['b'], true],
    ['agent.id', { equals: 'a' }, ['a'], true],
    ['agent.id', { in: ['a'] }, ['A'], false],
    ['agent.id', { notIn: ['a'] }, ['b'], true],
    ['agent.id', { notIn: ['a'] }, ['a'], false],
    ['agent.id', { gte: 'b', lte: 'd' }, ['c'], true],
    ['agent.id', { gte: 'b', lte: 'd' }, ['e'], false],
    ['agent.id', { gte: '\u{ffee}' }, ['\u{1f600}'], true],
    ['principal.role', { gte: 'developer' }, ['manager'], true],
    ['principal.role', { gte: 'developer' }, ['analyst'], false],
    ['principal.role', { lte: 'analyst' }, ['viewer'], true],
    ['resource.sensitivity', { gte: 'confidential' }, ['restricted'], true],
    ['resource.sensitivity', { lte: 'internal' }, ['restricted'], false],
    ['environment', 'test', ['live'], false],
    ['time', { gte: '2026-05-08T14:00:30+02:00' }, [NOON], true],
    ['time', '2026-05-08T14:00:30+02:00', [NOON], true],
    ['time', { lte: '2026-05-08T12:00:30Z' }, [NOON], true],
    ['time', { gte: '12:00', lte: '12:00' }, [NOON], true],
    ['time', { gte: '12:01' }, [NOON], false],
    ['time', { notIn: ['12:00'] }, [NOON], false],
  ])('on %s, %j, of %j: %j', (attribute, condition, actual, expected) => {
    expect(holds(attribute, condition, actual)).toBe(expected);
  });

  it('on several values holds if each operator is satisfied by one of them', () => {
    expect(holds('resource.tags', { equals: 'a', in: ['b', 'c'] }, ['a', 'b'])).toBe(true);
    expect(holds('resource.tags', { gte: 'y', lte: 'b' }, ['a', 'z'])).toBe(true);
    expect(holds('resource.tags', { equals: 'a', notIn: ['b'] }, ['a', 'b'])).toBe(false);
  });

  it.each(['equals', 'in', 'gte', 'lte'])('with %s fails if the attribute has no value', (operator) => {
    expect(holds('principal.role', { [operator]: operator === 'in' ? ['owner'] : 'owner' }, [])).toBe(false);
  });

  it('with notIn holds if the attribute has no value', () => {
    expect(holds('principal.role', { notIn: ['owner'] }, [])).toBe(true);
  });
});

describe('Text comparison', () => {
  it('goes by code point, and puts a prefix before longer texts', () => {
    const sorted = ['', 'Z', 'a', 'a ', 'ab', 'ß', '\u{ffee}', '\u{1f600}', '\u{1f601}'];
    const mixed = [...sorted].reverse();
    expect(mixed.sort((a, b) => compare('agent.id', a, b))).toEqual(sorted);
  });
});
