import type { revokeKeysOfUser as command } from '@strata/contracts/calls/gateway';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { z } from 'zod';
import type { MemberStore } from '../credentials/member-store.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import { auditOfRevocation } from './audit-key.ts';

/** A command that was delivered. */
interface Removal {
  readonly payload: z.output<typeof command.payload>;
  readonly context: RequestContext;
}

export interface RevokeKeysOfUserParts {
  readonly members: Pick<MemberStore, 'find'>;
  readonly keys: Pick<ApiKeyStore, 'revokeSome'>;
  /** Removes the key from this gateway's cache. */
  readonly forgetKey: (keyId: string) => void;
  /** Notifies the other gateways, without waiting. */
  readonly announceRevocation: (keyId: string, context: RequestContext) => void;
  readonly clock: Clock;
}

const REASON = 'The user who it belonged to was removed from the tenant';

/**
 * A key that was created this long after the removal is revoked too: clocks differ, and the gateway that created it may not
 * have heard of the removal. Shorter than it takes to be invited again, and to log in.
 */
const GRACE_MS = 5_000;
/** Of one transaction, which writes an audit entry for each. A user can have any number of keys. */
const MAX_KEYS = 200;

/**
 * Revokes the keys of users who were removed from the tenant. Until then they are rejected because their user may not enter
 * it, so this matters for users who are invited again. Errors: `unavailable`.
 */
export const revokeKeysOfUserHandler = ({
  members,
  keys,
  forgetKey,
  announceRevocation,
  clock,
}: RevokeKeysOfUserParts) =>
  async function revokeKeysOfUser(removals: readonly Removal[]): Promise<void> {
    for (const { payload, context } of removals) {
      const { userId, removedAt } = payload;
      const { tenantId } = context.scope;
      if ((await members.find(tenantId, userId))?.isOwner === true) continue;
      const at = clock.now();
      const createdBefore = new Date(Date.parse(removedAt) + GRACE_MS);
      const old = { userId, createdBefore, limit: MAX_KEYS };
      let ids: string[];
      do {
        ids = await keys.revokeSome(tenantId, old, at, (keyId) => auditOfRevocation(keyId, at, context, REASON));
        for (const keyId of ids) {
          forgetKey(keyId);
          announceRevocation(keyId, context);
        }
      } while (ids.length > 0);
    }
  };
