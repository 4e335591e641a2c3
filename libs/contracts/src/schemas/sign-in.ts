import { z } from 'zod';
import { newPassword, writtenPassword } from './account.ts';
import { utcInstant } from './instant.ts';

export const changePasswordRequestSchema = z
  .strictObject({ currentPassword: writtenPassword, newPassword })
  .meta({ id: 'ChangePasswordRequest', description: 'The password now, and the one to replace it.' });

export const endedSessionsSchema = z
  .object({ id: z.string().describe('The user.'), loggedOutAt: utcInstant })
  .meta({ id: 'EndedSessions', description: 'A user whose tokens no longer work.' });
