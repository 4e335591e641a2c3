import type { findUnlearned } from '@strata/contracts/calls/learn';
import type { RequestOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { FindUnlearned, UnlearnedText } from '../synthesis/unlearned.ts';

/** How long a scope is not asked about after it had nothing, or did not answer. News that events were stored ends it. */
const REST_MS = 1_000;

type Answer = z.output<typeof findUnlearned.response>;
/** `known`: it was known without asking that there is nothing. */
export type UnlearnedOutcome = 'found' | 'nothing' | 'known' | 'resting' | 'failed';

/** What is known of a tenant scope until a moment. */
interface ScopeState {
  until: number;
  readonly outcome: 'known' | 'resting';
}
/** States by tenant scope; it may drop some. */
export type ScopeStates = Pick<Map<string, ScopeState>, 'get' | 'delete'> & {
  set(scope: string, state: ScopeState): unknown;
};

export interface AskParts {
  readonly states: ScopeStates;
  /** Errors: `unavailable`. */
  readonly ask: (request: RequestOfCall<typeof findUnlearned>, context: RequestContext) => Promise<Answer>;
  readonly prepare: (memory: Answer['memories'][number]) => readonly UnlearnedText[];
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  readonly observe: (outcome: UnlearnedOutcome) => void;
}

/**
 * Asks the learn-compiler, only if a tenant scope may have something that is not learned: most requests are about scopes
 * that have nothing. `eventsStored` has to be called whenever events of a scope were stored.
 */
export function createFindUnlearned({ states, ask, prepare, now, observe }: AskParts) {
  const find: FindUnlearned = async (context, { agentId, userId, tags }) => {
    const key = keyOf(context.scope);
    const known = states.get(key);
    if (known !== undefined && now() < known.until) {
      observe(known.outcome);
      return [];
    }
    // Requests that ask at the same time share it, so that the first answer counts for all: if each had its own, only the last
    // would, and under load another request always asks before that. Events that are stored meanwhile take it away, since no
    // answer may contain them.
    const asking: ScopeState = known?.outcome === 'known' ? known : { until: 0, outcome: 'known' };
    states.set(key, asking);
    try {
      const { memories, isEmpty } = await ask({ agentId, userId, tags: [...tags] }, context);
      if (isEmpty) asking.until = now() + REST_MS;
      // An answer of before, which comes later, says no more.
      else if (states.get(key) === asking) states.delete(key);
      observe(isEmpty ? 'nothing' : 'found');
      return memories.flatMap(prepare);
    } catch {
      states.set(key, { until: now() + REST_MS, outcome: 'resting' });
      observe('failed');
      return [];
    }
  };

  return {
    find,
    eventsStored: (scope: TenantScope): void => {
      const key = keyOf(scope);
      // A learn-compiler that did not answer gets its rest all the same.
      if (states.get(key)?.outcome !== 'resting') states.delete(key);
    },
  };
}

const keyOf = ({ tenantId, environment }: TenantScope): string => `${environment}:${tenantId}`;
