import { z } from 'zod';

/** How a tenant's sessions are compiled without a request. */
export const learnSettingsSchema = z
  .object({
    isAutomatic: z.boolean().describe('Whether the tenant wants it; true unless it was turned off.'),
    isActive: z.boolean().describe('Whether it happens: the tenant wants it, and the service offers it.'),
    silenceSeconds: z.number().describe('Seconds without a new event until a session is compiled.'),
    newEvents: z.number().int().describe('New events with which a session is compiled even if it goes on.'),
  })
  .meta({ id: 'LearnSettings', description: 'How the sessions of a tenant are compiled without a request.' });
export type LearnSettings = z.infer<typeof learnSettingsSchema>;

export const updateLearnSettingsRequestSchema = z
  .strictObject({ isAutomatic: z.boolean() })
  .meta({ id: 'UpdateLearnSettingsRequest', description: 'Whether sessions are compiled without a request.' });
