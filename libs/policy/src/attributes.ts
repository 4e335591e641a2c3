import { ROLES } from '@strata/contracts/schemas/organization';
import {
  ATTRIBUTES,
  SENSITIVITIES,
  TIME_OF_DAY,
  type Attribute,
  type Conditions,
} from '@strata/contracts/schemas/policy-conditions';

/** The actual values of each attribute: none if it does not apply, several for teams and tags. `time` is an ISO 8601 instant in UTC. */
export type Attributes = Readonly<Record<Attribute, readonly string[]>>;

/** The operators of one attribute's condition; short forms are expanded. */
export interface Operators {
  readonly in?: readonly string[] | undefined;
  readonly notIn?: readonly string[] | undefined;
  readonly gte?: string | undefined;
  readonly lte?: string | undefined;
}

/** The conditions with their attributes. One attribute can occur twice. */
export const operatorsOf = (conditions: Conditions): [Attribute, Operators][] =>
  ATTRIBUTES.flatMap((attribute): [Attribute, Operators][] => {
    const condition = conditions[attribute];
    if (condition === undefined) return [];
    if (typeof condition === 'string') return [[attribute, { in: [condition] }]];
    if (Array.isArray(condition)) return [[attribute, { in: condition }]];
    const { equals, ...operators } = condition as Operators & { readonly equals?: string };
    const rest: [Attribute, Operators] = [attribute, operators];
    return equals === undefined ? [rest] : [[attribute, { in: [equals] }], rest];
  });

/** Whether the actual values of an attribute satisfy all of its operators. */
export function meets(
  attribute: Attribute,
  { in: among, notIn, gte, lte }: Operators,
  actual: readonly string[],
): boolean {
  if (among !== undefined && !isAmong(attribute, actual, among)) return false;
  if (notIn !== undefined && isAmong(attribute, actual, notIn)) return false;
  if (gte !== undefined && !actual.some((value) => compare(attribute, value, gte) >= 0)) return false;
  return lte === undefined || actual.some((value) => compare(attribute, value, lte) <= 0);
}

/** One instant can be written in several ways; all other values are compared as text. */
const isAmong = (attribute: Attribute, actual: readonly string[], values: readonly string[]): boolean =>
  attribute === 'time'
    ? actual.some((value) => values.some((other) => compare(attribute, value, other) === 0))
    : actual.some((value) => values.includes(value));

/** Compares a value with a bound: roles by rank, sensitivity by openness, times as instants, all else by code point (PostgreSQL's "C" order). */
export function compare(attribute: Attribute, value: string, bound: string): number {
  switch (attribute) {
    case 'principal.role':
      return rankOf(ROLES, bound) - rankOf(ROLES, value);
    case 'resource.sensitivity':
      return rankOf(SENSITIVITIES, value) - rankOf(SENSITIVITIES, bound);
    case 'time':
      return TIME_OF_DAY.test(bound)
        ? byCodePoint(new Date(value).toISOString().slice(11, 16), bound)
        : Date.parse(value) - Date.parse(bound);
    default:
      return byCodePoint(value, bound);
  }
}

const rankOf = (ranks: readonly string[], value: string): number => ranks.indexOf(value);

export function byCodePoint(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}
