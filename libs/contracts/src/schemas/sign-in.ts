import { z } from 'zod';
import { newPassword, writtenPassword } from './account.ts';
import { utcInstant } from './instant.ts';
import { text } from './json.ts';

export const changePasswordRequestSchema = z
  .strictObject({ currentPassword: writtenPassword, newPassword })
  .meta({ id: 'ChangePasswordRequest', description: 'The password now, and the one to replace it.' });

export const endedSessionsSchema = z
  .object({ id: z.string().describe('The user.'), loggedOutAt: utcInstant })
  .meta({ id: 'EndedSessions', description: 'A user whose tokens no longer work.' });

export const passwordResetSchema = z
  .object({
    resetToken: z.string().describe('Shown only here. The user sets a new password with it, once.'),
    expiresAt: utcInstant,
  })
  .meta({ id: 'PasswordReset', description: 'A token with which a member sets a new password.' });

export const resetPasswordRequestSchema = z
  .strictObject({ token: text(1, 512).describe('The `resetToken`.'), newPassword })
  .meta({ id: 'ResetPasswordRequest', description: 'A reset token, and the password to set.' });
export const changedPasswordSchema = z
  .object({ id: z.string().describe('The user.'), changedAt: utcInstant })
  .meta({ id: 'ChangedPassword', description: 'A user with a new password.' });
