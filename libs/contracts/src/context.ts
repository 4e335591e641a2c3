import { ENVIRONMENTS } from '@strata/kernel/tenant-scope';
import { z } from 'zod';

/** The request context as it travels in a message's headers. */
export const requestContextSchema = z.object({
  scope: z.object({ tenantId: z.string().min(1).max(64), environment: z.enum(ENVIRONMENTS) }),
  actor: z.object({
    type: z.enum(['api_key', 'user', 'system']),
    id: z.string().min(1).max(128),
    scopes: z.array(z.enum(['read', 'write', 'admin'])),
    agentId: z.string().max(200).optional(),
    ownerId: z.string().max(128).optional(),
    isTenantAdmin: z.boolean().optional(),
  }),
  requestId: z.string().min(1).max(128),
  ip: z.string().max(64).optional(),
  traceparent: z.string().max(64).optional(),
});
