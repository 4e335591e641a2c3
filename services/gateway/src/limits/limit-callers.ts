import type { Actor } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { admissionOf, isOver, tighterOf, WINDOW_SECONDS, type Admission, type LimitName } from './admission.ts';
import { allowancesOf, type TenantPlan } from './plan.ts';
import type { OpenWindowCounter } from './window-counter.ts';

/** Whose requests are counted. */
export interface LimitedCaller {
  readonly scope: TenantScope;
  /** The key, or the user that a token speaks for. */
  readonly actor: Pick<Actor, 'id'>;
  /** Requests a minute that the key was given of its own; null: what the plan says. */
  readonly ownRate: number | null;
}

export interface CallerLimitsParts {
  readonly openCounter: OpenWindowCounter;
  /** A tenant's plan, at most about a second old. Errors: `unavailable`. */
  readonly planOf: (tenantId: string) => Promise<TenantPlan | undefined>;
  /** Requests a minute of a custom plan for which nothing was set. */
  readonly defaultRate: number;
  readonly onHit: (limit: LimitName) => void;
  readonly clock: Clock;
}

export interface CallerLimits {
  /**
   * Counts one request of a caller, in the window of its key and then in that of its tenant; each environment has
   * windows of its own. Errors: `unauthorized` for a tenant that does not exist; `unavailable`.
   */
  admit(caller: LimitedCaller): Promise<Admission>;
  /** The requests that the tenant's open window has seen. */
  requestsThisMinute(scope: TenantScope): Promise<number>;
}

/** The limits of callers who have shown a valid credential. */
export function createCallerLimits(parts: CallerLimitsParts): CallerLimits {
  const { openCounter, planOf, defaultRate, onHit, clock } = parts;
  const keys = openCounter('requests-key', WINDOW_SECONDS);
  const tenants = openCounter('requests-tenant', WINDOW_SECONDS);

  return {
    async admit({ scope, actor, ownRate }) {
      const plan = await planOf(scope.tenantId);
      if (plan === undefined) throw new AppError('unauthorized', "The credential's tenant does not exist");
      const allowed = allowancesOf(plan, ownRate, defaultRate);
      const tenantKey = tenantKeyOf(scope);
      const keyKey = `${tenantKey}:${actor.id}`;

      const ofKey = { limit: 'key', allowance: allowed.key, ...(await keys.add(keyKey)) } as const;
      if (isOver(ofKey)) {
        // One key's refused requests are no burden to the tenant's other keys, so the tenant's window is left alone.
        onHit('key');
        return admissionOf(ofKey, clock.now());
      }
      const ofTenant = { limit: 'tenant', allowance: allowed.tenant, ...(await tenants.add(tenantKey)) } as const;
      if (isOver(ofTenant)) {
        onHit('tenant');
        // Nor is the key charged with what the tenant's other keys have used up.
        void keys.add(keyKey, -1);
        return admissionOf(ofTenant, clock.now());
      }
      return admissionOf(tighterOf(ofKey, ofTenant), clock.now());
    },

    requestsThisMinute: async (scope) => (await tenants.read(tenantKeyOf(scope))).count,
  };
}

const tenantKeyOf = ({ tenantId, environment }: TenantScope): string => `${environment}:${tenantId}`;
