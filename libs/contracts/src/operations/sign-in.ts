import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { sessionSchema } from '../schemas/account.ts';
import {
  changedPasswordSchema,
  changePasswordRequestSchema,
  endedSessionsSchema,
  passwordResetSchema,
  resetPasswordRequestSchema,
} from '../schemas/sign-in.ts';
import { SESSION } from './accounts.ts';
import { asMember, memberParams, NO_MEMBER } from './organizations.ts';

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

const RESET_TOKEN = 'strata_rst_exampleexampleexampleexampleexampleexample0';

export const issuePasswordReset = defineOperation({
  name: 'issuePasswordReset',
  summary: 'Let a member set a new password',
  method: 'POST',
  path: '/v1/organizations/{orgId}/members/{memberId}/password-reset',
  credential: 'jwt',
  // A password opens the whole tenant, so setting one needs a write scope there.
  scope: 'write',
  permission: 'member:update_role',
  service: 'enterprise-org',
  params: memberParams,
  response: passwordResetSchema,
  successStatus: 201,
  errors: ['not_found', 'conflict'],
  errorMessages: { not_found: NO_MEMBER, conflict: 'The user belongs to another tenant, too' },
  description:
    'For owners and admins of a tenant-wide organization who are tenant admins. The member must not rank above you in any of their organizations, and you must be owner or admin in each. The token is shown only in this response, works once and for an hour, and replaces an earlier one. A 409 for yourself, for an open invitation, for the owner of the tenant, for a user of another tenant, too, and for a user of an identity provider.',
  examples: [
    {
      summary: 'A member who forgot the password',
      params: asMember,
      response: { resetToken: RESET_TOKEN, expiresAt: '2026-06-01T11:00:00.000Z' },
    },
  ],
});

export const resetPassword = defineOperation({
  name: 'resetPassword',
  summary: 'Set a new password with a reset token',
  method: 'POST',
  path: '/v1/auth/password-reset',
  credential: 'public',
  scope: null,
  service: 'gateway',
  body: resetPasswordRequestSchema,
  response: changedPasswordSchema,
  description:
    'Ends all sessions of the user; log in with the new password then. Every token that is wrong, used, expired, or whose issuer could not issue it now, gets the same 400. After a 503 the token may be used up: ask for another one.',
  examples: [
    {
      summary: 'A user',
      body: { token: RESET_TOKEN, newPassword: 'blue ferry at low tide' },
      response: { id: SESSION.user.id, changedAt: '2026-06-01T10:00:00.000Z' },
    },
  ],
});
