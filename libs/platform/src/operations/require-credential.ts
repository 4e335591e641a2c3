import type { Operation } from '@strata/contracts/operation';
import type { Actor } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';

/**
 * Checks the kind of credential and the key scope that an operation requires. The scope `admin` includes both others.
 * Errors: `forbidden`.
 */
export function requireCredential(
  { credential, scope }: Pick<Operation, 'credential' | 'scope'>,
  { type, scopes }: Pick<Actor, 'type' | 'scopes'>,
): void {
  if (credential === 'jwt' && type !== 'user') {
    throw new AppError('forbidden', 'This needs the token of a signed-in user; an API key is not enough');
  }
  if (scope !== null && !scopes.includes(scope) && !scopes.includes('admin')) {
    throw new AppError('forbidden', `This needs the scope "${scope}"`);
  }
}
