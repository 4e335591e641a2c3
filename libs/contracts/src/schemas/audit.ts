import { z } from 'zod';
import { utcInstant } from './instant.ts';
import { keptObject } from './json.ts';

export const AUDIT_OUTCOMES = ['success', 'denied'] as const;

/** The changed fields, without secrets. A denial has a reason instead. Null if there is neither. */
export const auditChangesSchema = z
  .object({
    before: keptObject.nullable().optional().describe('The changed fields before; null if it is new.'),
    after: keptObject.nullable().optional().describe('The changed fields after; null if it was deleted.'),
    reason: z.string().optional().describe('The reason for a denial, or for a change that the service made.'),
  })
  .nullable();

/** One change or one denial. `hash` chains it to the entry before it, as docs/audit.md describes. */
export const auditEntrySchema = z
  .object({
    id: z.string(),
    sequence: z.number().int().describe("Position in the organization's log: 1, 2, 3 …"),
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
  .meta({ id: 'AuditEntry', description: 'One change or one denial.' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;
