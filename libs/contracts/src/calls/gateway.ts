import { z } from 'zod';
import { defineAnnouncement } from '../message.ts';

/** An API key was revoked: whoever remembers it forgets it. */
export const apiKeyRevoked = defineAnnouncement({
  service: 'gateway',
  name: 'apiKeyRevoked',
  payload: z.object({ keyId: z.string() }),
});
