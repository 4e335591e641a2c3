import { AppError, validationError } from '@strata/kernel/errors';
import type { PolicyEngine } from '@strata/policy/policy-engine';

/**
 * Checks that a user may bind an API key to an agent identity, which takes that they may act as it. Free-form agent ids need
 * no check: any request may name any of them.
 * Errors: `validation_error` for an agent identity that the tenant does not have; `forbidden`.
 */
export function requireMayBind(
  engine: Pick<PolicyEngine, 'identity' | 'mayActAs'>,
  userId: string,
  agentId: string,
): void {
  if (engine.identity(agentId) === undefined) {
    const message = 'must be an agent of this tenant';
    throw validationError(`agentId ${message}`, [{ field: 'agentId', message }]);
  }
  if (engine.mayActAs(userId, agentId)) return;
  throw new AppError(
    'forbidden',
    'A key for this agent needs the permission "agent:update", and membership in its team (without a team: having created it) or "team:update"',
  );
}
