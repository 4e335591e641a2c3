import type { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { learnSettingsSchema, updateLearnSettingsRequestSchema } from '../schemas/learn-settings.ts';

const SETTINGS: z.output<typeof learnSettingsSchema> = {
  isAutomatic: true,
  isActive: true,
  silenceSeconds: 60,
  newEvents: 500,
};

const ofSettings = { credential: 'jwt', scope: null, service: 'ingest', path: '/v1/learn/settings' } as const;

export const getLearnSettings = defineOperation({
  ...ofSettings,
  name: 'getLearnSettings',
  summary: 'Read how sessions are compiled without a request',
  method: 'GET',
  response: learnSettingsSchema,
  description:
    'A session that falls silent, closes, or has many new events is compiled without a request, unless the tenant has turned that off.',
  examples: [{ summary: 'The defaults', response: SETTINGS }],
});

export const updateLearnSettings = defineOperation({
  ...ofSettings,
  name: 'updateLearnSettings',
  summary: 'Turn automatic learning on or off for the tenant',
  method: 'PATCH',
  body: updateLearnSettingsRequestSchema,
  response: learnSettingsSchema,
  errors: ['forbidden'],
  errorMessages: { forbidden: 'This needs an owner or admin of the tenant' },
  description:
    'Needs an owner or admin of the tenant; applies to both environments. A job that is queued already still runs. Sessions that were captured while it was off become due when it is turned on.',
  examples: [
    {
      summary: 'Compile only on request',
      body: { isAutomatic: false },
      response: { ...SETTINGS, isAutomatic: false, isActive: false },
    },
  ],
});
