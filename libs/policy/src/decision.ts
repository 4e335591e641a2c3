import type { Environment } from '@strata/kernel/tenant-scope';
import type { Role } from '@strata/contracts/schemas/organization';
import type { Action, PolicyFact } from '@strata/contracts/schemas/policy-facts';
import type { DataItem } from './filter.ts';

/** A principal's role and teams in one organization. */
export interface OrganizationMembership {
  readonly role: Role | null;
  readonly teamIds: readonly string[];
}

/** Who acts: a user or an API key, and the agent that it acts as. */
export interface Principal {
  readonly id: string;
  readonly agentId: string | null;
  /** The user behind an API key that belongs to a user. The key may do only what this user, acting as its agent, may do too. */
  readonly ownerId?: string | undefined;
  /** The service itself: no policy applies to it. */
  readonly isSystem?: boolean;
  /** By organization id: overrides the policy facts, for dry runs. */
  readonly roles?: ReadonlyMap<string, Partial<OrganizationMembership>>;
}

/** A policy on all memories (`memory:*`) applies to events too, since memories are compiled from them. */
export type DataKind = 'event' | 'memory' | 'artifact';

/** Where and when a decision is made. */
export interface Circumstances {
  readonly environment: Environment;
  readonly now: Date;
}

/** Who asks, where and when. */
export interface DecisionContext extends Circumstances {
  readonly principal: Principal;
}

export interface DecisionRequest extends DecisionContext {
  readonly action: Action;
  readonly kind: DataKind;
  readonly item: DataItem;
  /** The memories that an artifact was compiled from. Denied if one of them is. */
  readonly sources?: readonly DataItem[];
}

/** A decision and its reason. `policy` is null if no policy matched, so that the sensitivity of the namespace decided. */
export interface Decision {
  readonly effect: 'allow' | 'deny';
  readonly policy: Pick<PolicyFact, 'id' | 'name'> | null;
  /** The organization whose policy or namespace decided; null if no organization governs the item. */
  readonly organizationId: string | null;
  /** A sentence. */
  readonly reason: string;
}
