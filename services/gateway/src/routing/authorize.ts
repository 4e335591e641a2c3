import type { Operation } from '@strata/contracts/operation';
import type { Actor } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** Who calls, through which kind of credential, and on whose data. */
export interface Caller {
  readonly credential: 'api-key' | 'jwt';
  readonly scope: TenantScope;
  readonly actor: Actor;
  /** Requests a minute that the key was given of its own; null: what the plan says. */
  readonly ownRate: number | null;
}

/**
 * Whether a caller may have an operation done. The scope `admin` holds both others.
 * Errors: `forbidden`.
 */
export function authorize(caller: Caller, needs: Pick<Operation, 'credential' | 'scope'>): void {
  if (needs.credential === 'jwt' && caller.credential !== 'jwt') {
    throw new AppError('forbidden', 'This needs the token of a signed-in user; an API key is not enough');
  }
  const { scopes } = caller.actor;
  if (needs.scope !== null && !scopes.includes(needs.scope) && !scopes.includes('admin')) {
    throw new AppError('forbidden', `This needs the scope "${needs.scope}"`);
  }
}
