import { z } from 'zod';

/** Who is accountable for something that was captured or requested. */
export const writerSchema = z
  .object({
    actorId: z.string().describe('The user who signed in or owns the API key, or else the service key.'),
    actorType: z.enum(['user', 'api_key', 'system']),
    keyId: z.string().nullable().describe('The API key that was used; null for a token.'),
  })
  .meta({ id: 'Writer', description: 'Who is accountable for what was captured or changed.' });
