import type { Actor } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError, notFound } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { admissionOf, isOver, mostOf, tighterOf, WINDOW_SECONDS, type Admission, type LimitName } from './admission.ts';
import { allowancesOf, UNLIMITED, type TenantPlan } from './plan.ts';
import type { OpenWindowPair } from './window-pair.ts';

/** A caller whose requests are counted. */
export interface LimitedCaller {
  readonly scope: TenantScope;
  /** The API key, or the user of a token. */
  readonly actor: Pick<Actor, 'id'>;
  /** Requests a minute set for the API key; null if the plan decides. */
  readonly ownRate: number | null;
}

export interface CallerLimitsParts {
  readonly openPair: OpenWindowPair;
  /** Reads a tenant's plan, which is at most about a second old. Errors: `unavailable`. */
  readonly planOf: (tenantId: string) => Promise<TenantPlan | undefined>;
  /** Requests a minute of a custom plan without rates of its own. */
  readonly defaultRate: number;
  readonly onHit: (limit: LimitName) => void;
  readonly clock: Clock;
}

/** What a tenant's plan allows in an environment, and the requests of the open window. A limit of null is unlimited. */
export interface TenantLimits {
  readonly plan: string;
  readonly monthlyEvents: number | null;
  /** `perKey`: of a key without a rate of its own. */
  readonly requests: {
    readonly limit: number | null;
    readonly perKey: number | null;
    readonly burst: number | null;
    readonly used: number;
  };
}

export interface CallerLimits {
  /**
   * Counts one request of a caller, in the window of its key and in that of its tenant. Each environment has its own windows. Errors: `unauthorized` if the tenant does not exist; `unavailable`.
   */
  admit(caller: LimitedCaller): Promise<Admission>;
  /** Errors: `not_found` if the tenant does not exist; `unavailable`. */
  limitsOf(scope: TenantScope): Promise<TenantLimits>;
}

/** The limits of authenticated callers. */
export function createCallerLimits(parts: CallerLimitsParts): CallerLimits {
  const { openPair, planOf, defaultRate, onHit, clock } = parts;
  // A request that the limit of its key rejects must not use up the limit of the tenant's other keys, nor the other way round.
  const windows = openPair({ inner: 'requests-key', outer: 'requests-tenant' }, WINDOW_SECONDS);

  return {
    async admit({ scope, actor, ownRate }) {
      const plan = await planOf(scope.tenantId);
      if (plan === undefined) throw new AppError('unauthorized', "The credential's tenant does not exist");
      const allowed = allowancesOf(plan, ownRate, defaultRate);
      const tenantKey = tenantKeyOf(scope);
      const { inner, outer } = await windows.count(
        { key: `${tenantKey}:${actor.id}`, most: mostOf(allowed.key) },
        { key: tenantKey, most: mostOf(allowed.tenant) },
      );
      const ofKey = { limit: 'key', allowance: allowed.key, ...inner } as const;
      const ofTenant = { limit: 'tenant', allowance: allowed.tenant, ...outer } as const;
      if (isOver(ofKey)) {
        onHit('key');
        return admissionOf(ofKey, clock.now());
      }
      if (isOver(ofTenant)) {
        onHit('tenant');
        return admissionOf(ofTenant, clock.now());
      }
      return admissionOf(tighterOf(ofKey, ofTenant), clock.now());
    },

    async limitsOf(scope) {
      const [tenantPlan, { count }] = await Promise.all([
        planOf(scope.tenantId),
        windows.readOuter(tenantKeyOf(scope)),
      ]);
      if (tenantPlan === undefined) throw notFound('The tenant');
      const { key, tenant } = allowancesOf(tenantPlan, null, defaultRate);
      return {
        plan: tenantPlan.plan.id,
        monthlyEvents: tenantPlan.plan.monthlyEvents,
        requests: {
          limit: finite(tenant.rate),
          perKey: finite(key.rate),
          burst: finite(tenant.burst),
          used: count,
        },
      };
    },
  };
}

const finite = (most: number): number | null => (most === UNLIMITED ? null : most);

const tenantKeyOf = ({ tenantId, environment }: TenantScope): string => `${environment}:${tenantId}`;
