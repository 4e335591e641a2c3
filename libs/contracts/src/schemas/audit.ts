import { z } from 'zod';
import { utcInstant } from './instant.ts';
import { keptObject } from './json.ts';

export const AUDIT_OUTCOMES = ['success', 'denied'] as const;

/** What changed, field by field, without a secret; what was refused says why. Null where there is nothing to say. */
export const auditChangesSchema = z
  .object({
    before: keptObject.nullable().optional().describe('What changed, as it was; null for what is new.'),
    after: keptObject.nullable().optional().describe('What changed, as it is; null for what is gone.'),
    reason: z.string().optional().describe('Why it was refused, or done by itself.'),
  })
  .nullable();

/** One change, or one refused attempt. `hash` chains it to the entry before it: docs/audit.md says how. */
export const auditEntrySchema = z
  .object({
    id: z.string(),
    sequence: z.number().int().describe("Place in the organization's log: 1, 2, 3 …"),
    action: z.string().describe('`<resourceType>.<verb>`, such as `policy.update`.'),
    actorId: z.string(),
    actorType: z.enum(['user', 'api_key', 'system']),
    resourceType: z.string(),
    resourceId: z.string().nullable(),
    outcome: z.enum(AUDIT_OUTCOMES),
    changes: auditChangesSchema,
    requestId: z.string(),
    ip: z.string().nullable(),
    at: utcInstant,
    previousHash: z.string().describe('`hash` of the entry before it; 64 zeros for the first.'),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry', description: 'One change, or one refused attempt.' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;
