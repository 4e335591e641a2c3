import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { sessionSchema } from '../schemas/account.ts';
import { changePasswordRequestSchema, endedSessionsSchema } from '../schemas/sign-in.ts';
import { SESSION } from './accounts.ts';

const NO_PASSWORD = 'This user has no password: an identity provider signs them in';

export const changePassword = defineOperation({
  name: 'changePassword',
  summary: 'Change your password',
  method: 'POST',
  path: '/v1/auth/password',
  credential: 'jwt',
  scope: null,
  service: 'gateway',
  body: changePasswordRequestSchema,
  response: sessionSchema,
  errors: ['conflict'],
  errorMessages: { conflict: NO_PASSWORD },
  description:
    'Ends all sessions of the user within a second, in every tenant, and returns a new token for this one. API keys keep working. A wrong current password is a 403, and is slowed down and limited like a wrong login.',
  examples: [
    {
      summary: 'A user',
      body: { currentPassword: 'correct horse battery', newPassword: 'blue ferry at low tide' },
      response: SESSION,
    },
  ],
});

export const logOut = defineOperation({
  name: 'logOut',
  summary: 'Log out everywhere',
  method: 'POST',
  path: '/v1/auth/logout',
  credential: 'jwt',
  scope: null,
  service: 'gateway',
  body: z.strictObject({}).optional().meta({ id: 'LogOutRequest', description: 'Nothing.' }),
  response: endedSessionsSchema,
  description:
    'Ends all sessions of the user: within a second no gateway accepts their tokens, in any tenant. A token of an external issuer is rejected if it was issued before. API keys keep working.',
  examples: [
    {
      summary: 'A user',
      body: {},
      response: { id: SESSION.user.id, loggedOutAt: '2026-06-01T10:00:00.000Z' },
    },
  ],
});
