import type { Environment } from '@strata/kernel/tenant-scope';
import type { Role } from '@strata/contracts/schemas/organization';
import type { Action, PolicyFact } from '@strata/contracts/schemas/policy-facts';
import type { DataItem } from './filter.ts';

/** What somebody is in an organization. */
export interface OrganizationMembership {
  readonly role: Role | null;
  readonly teamIds: readonly string[];
}

/**
 * Who acts. `agentId` is the agent that they act as. `roles` by organization stand above what the facts say, as far
 * as they go: for dry runs.
 */
export interface Principal {
  readonly id: string;
  readonly agentId: string | null;
  /** The service itself, which no policy is about. */
  readonly isSystem?: boolean;
  readonly roles?: ReadonlyMap<string, Partial<OrganizationMembership>>;
}

/** An event is a memory to be: what is said of all memories is said of it. */
export type DataKind = 'event' | 'memory' | 'artifact';

/** Under which circumstances something is asked. */
export interface Circumstances {
  readonly environment: Environment;
  readonly now: Date;
}

/** Who asks, and under which circumstances. */
export interface DecisionContext extends Circumstances {
  readonly principal: Principal;
}

export interface DecisionRequest extends DecisionContext {
  readonly action: Action;
  readonly kind: DataKind;
  readonly item: DataItem;
  /** The memories that an artifact was compiled from: whoever may not see one of them may not see it. */
  readonly sources?: readonly DataItem[];
}

/** What was decided, and why. `policy` is null where none matched and the sensitivity decided. */
export interface Decision {
  readonly effect: 'allow' | 'deny';
  readonly policy: Pick<PolicyFact, 'id' | 'name'> | null;
  /** Whose policy or namespace decided; null where no organization has a say. */
  readonly organizationId: string | null;
  /** A sentence. */
  readonly reason: string;
}
