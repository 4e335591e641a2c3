import { z } from 'zod';
import { isoInstant } from '../schemas/instant.ts';
import { text } from '../schemas/json.ts';
import { roleSchema, ROLES } from '../schemas/organization.ts';

/** From the most open to the most closed. */
export const SENSITIVITIES = ['public', 'internal', 'confidential', 'restricted'] as const;
export const sensitivitySchema = z.enum(SENSITIVITIES);
export type Sensitivity = z.infer<typeof sensitivitySchema>;

/**
 * What a decision knows, by attribute: no value for what does not apply, several where there are several. `time` is an
 * ISO 8601 instant in UTC.
 */
export type Attributes = Readonly<Record<Attribute, readonly string[]>>;

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
const timeOfDay = z.string().regex(TIME_OF_DAY);

/** The values that each attribute may be held against. */
const VALUES = {
  'principal.id': text(1, 200),
  'principal.role': roleSchema,
  'principal.teamIds': text(1, 200),
  'agent.id': text(1, 200),
  'resource.sensitivity': sensitivitySchema,
  'resource.tags': text(1, 100),
  environment: z.enum(['live', 'test']),
  time: z.union([isoInstant, timeOfDay]),
} as const;
export type Attribute = keyof typeof VALUES;
export const ATTRIBUTES = Object.keys(VALUES) as Attribute[];

const MOST_VALUES = 100;

/** What an attribute is held against; `what` says in a message what a value of it is. */
const conditionOn = <Value extends z.ZodType<string>>(value: Value, what: string) => {
  const shape = `must be ${what}, a list of such values, or an object of in, notIn, gte, lte and equals`;
  const values = z.array(value).min(1).max(MOST_VALUES);
  const operators = z
    .strictObject({
      equals: value.optional(),
      in: values.optional(),
      notIn: values.optional(),
      gte: value.optional(),
      lte: value.optional(),
    })
    .refine((given) => Object.values(given).some((operand) => operand !== undefined), shape)
    .meta({ minProperties: 1 });
  return z.union([value, values, operators], { error: shape });
};

const TEXT = 'a text of 1 to 200 characters';

/** What must hold for a policy to take part: all attributes that are named, and of each all operators. */
export const conditionsSchema = z
  .strictObject({
    'principal.id': conditionOn(VALUES['principal.id'], TEXT).optional(),
    'principal.role': conditionOn(VALUES['principal.role'], `one of ${ROLES.join(', ')}`).optional(),
    'principal.teamIds': conditionOn(VALUES['principal.teamIds'], TEXT).optional(),
    'agent.id': conditionOn(VALUES['agent.id'], TEXT).optional(),
    'resource.sensitivity': conditionOn(
      VALUES['resource.sensitivity'],
      `one of ${SENSITIVITIES.join(', ')}`,
    ).optional(),
    'resource.tags': conditionOn(VALUES['resource.tags'], 'a text of 1 to 100 characters').optional(),
    environment: conditionOn(VALUES.environment, 'live or test').optional(),
    time: conditionOn(VALUES.time, 'an ISO 8601 date and time or a time of day such as 09:30').optional(),
  } satisfies Record<Attribute, z.ZodType>)
  .meta({
    id: 'PolicyConditions',
    description:
      'Every attribute that is named must hold. A value, or a list of which one must match, is short for `equals` and `in`. Of several actual values (teams, tags) one is enough; `notIn` holds when none is among those listed, also when there is none. `gte` and `lte` go by rank for roles, from viewer to owner, and by openness for sensitivity, from public to restricted; a time of day (`09:30`) is UTC.',
  });
export type Conditions = z.infer<typeof conditionsSchema>;

/** The operators of one attribute's condition, its short forms written out. */
export interface Operators {
  readonly in?: readonly string[] | undefined;
  readonly notIn?: readonly string[] | undefined;
  readonly gte?: string | undefined;
  readonly lte?: string | undefined;
}

/** The conditions, each with its attribute; one attribute may have several. */
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

/** Whether the actual values of an attribute meet its operators, all of them. */
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

/** Points in time are the same under several names; everything else is under one. */
const isAmong = (attribute: Attribute, actual: readonly string[], values: readonly string[]): boolean =>
  attribute === 'time'
    ? actual.some((value) => values.some((other) => compare(attribute, value, other) === 0))
    : actual.some((value) => values.includes(value));

/** How a value stands to a bound: by rank, by openness, by time, else by code point, which is PostgreSQL's "C" order. */
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
