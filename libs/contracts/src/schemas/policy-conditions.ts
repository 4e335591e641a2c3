import { z } from 'zod';
import { isoInstant } from './instant.ts';
import { text } from './json.ts';
import { roleSchema, ROLES } from './organization.ts';

/** From the most open to the most closed. */
export const SENSITIVITIES = ['public', 'internal', 'confidential', 'restricted'] as const;
export const sensitivitySchema = z.enum(SENSITIVITIES);
export type Sensitivity = z.infer<typeof sensitivitySchema>;

/** A time of day such as `09:30`. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
const timeOfDay = z.string().regex(TIME_OF_DAY);

/** The values that each attribute can be compared with. */
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

/** A condition on one attribute. `what` describes a value of it in error messages. */
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

/** The conditions under which a policy applies: every named attribute must satisfy every operator. */
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
      'Every named attribute must match. A single value is short for `equals`, a list is short for `in`. If an attribute has several actual values (teams, tags), one match is enough; `notIn` holds if no actual value is listed, also if there is no actual value. `gte` and `lte` go by rank for roles, from viewer to owner, and by openness for sensitivity, from public to restricted; a time of day (`09:30`) is UTC.',
  });
export type Conditions = z.infer<typeof conditionsSchema>;
