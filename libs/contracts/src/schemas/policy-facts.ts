import { z } from 'zod';
import { roleSchema } from './organization.ts';
import { conditionsSchema, sensitivitySchema } from './policy-conditions.ts';

export const RESOURCE_KINDS = ['namespace', 'agent', 'memory', 'artifact'] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

const PATTERN = /^(?:\*:\*|(?:namespace|agent|memory|artifact):[^\0\ud800-\udfff]{1,200})$/su;

/** The data that a policy covers: `<kind>:<id>`, `<kind>:*` or `*:*`. */
export const resourcePatternSchema = z
  .string()
  .regex(PATTERN, 'must be namespace:, agent:, memory: or artifact: with an id or *, or *:*')
  .meta({ pattern: String.raw`^(?:\*:\*|(?:namespace|agent|memory|artifact):[^\x00]{1,200})$` })
  .describe(
    '`namespace:<id>`, `agent:<id>`, `memory:<id>` or `artifact:<id>`, with `*` for every id; `*:*` for everything.',
  );

/** A parsed pattern. Null means any id, or any kind. */
export interface ResourcePattern {
  readonly kind: ResourceKind | null;
  readonly id: string | null;
}

/** Parses a pattern that the schema accepted. */
export function parseResourcePattern(pattern: string): ResourcePattern {
  const at = pattern.indexOf(':');
  const kind = pattern.slice(0, at);
  const id = pattern.slice(at + 1);
  return { kind: kind === '*' ? null : (kind as ResourceKind), id: id === '*' ? null : id };
}

export const ACTIONS = ['read', 'write'] as const;
export type Action = (typeof ACTIONS)[number];

/** The parts of a policy that decisions depend on. The highest priority wins; at equal priority, deny wins. */
export const policyFactSchema = z.object({
  id: z.string(),
  name: z.string(),
  effect: z.enum(['allow', 'deny']),
  resource: resourcePatternSchema,
  action: z.enum([...ACTIONS, '*']),
  conditions: conditionsSchema,
  priority: z.number(),
});
export type PolicyFact = z.infer<typeof policyFactSchema>;

/** The policy facts of one tenant: everything that decisions about its data depend on. */
export const factsSchema = z.object({
  organizations: z.array(
    z.object({
      id: z.string(),
      /** Whether it governs what belongs to no organization. Absent means true. */
      isOfTenant: z.boolean().optional(),
      namespaces: z.array(z.object({ id: z.string(), sensitivity: sensitivitySchema, teamIds: z.array(z.string()) })),
      /** `createdBy` is the user who created the identity, if known. */
      agents: z.array(z.object({ id: z.string(), teamId: z.string().nullable(), createdBy: z.string().nullish() })),
      /** Members who have joined, without open invitations. */
      members: z.array(z.object({ userId: z.string(), role: roleSchema, teamIds: z.array(z.string()) })),
      policies: z.array(policyFactSchema),
    }),
  ),
});
export type Facts = z.infer<typeof factsSchema>;
export type OrganizationFacts = Facts['organizations'][number];
