import type {
  eraseEvents as eraseEventsCall,
  findErasedEvents as findErasedEventsCall,
} from '@strata/contracts/calls/ingest';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { NamedSubject } from '@strata/kernel/erased-subject';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** An erasure: whose events it removes, and until when they were received. */
export interface Erasure {
  readonly jobId: string;
  readonly subject: NamedSubject;
  readonly until: Date;
}

/** Erases events. Each method is safe to repeat. */
export interface EventErasure {
  /** Keeps events that come late from being stored. What is being stored now is stored or dropped when it resolves. */
  begin(scope: TenantScope, erasure: Erasure): Promise<void>;
  /** At most `limit` events that the erasure removes. */
  find(scope: TenantScope, erasure: Erasure, limit: number): Promise<string[]>;
  /** Deletes events. Returns how many the erasure has deleted so far. */
  erase(scope: TenantScope, jobId: string, eventIds: readonly string[]): Promise<number>;
  /** Makes compiled events uncompiled. Returns how many. */
  reopen(scope: TenantScope, eventIds: readonly string[]): Promise<number>;
}

export interface EraseEventsParts {
  readonly erasure: EventErasure;
  /** Announces to the other services, without waiting, that events of a tenant scope were erased. */
  readonly announceErased: (scope: TenantScope) => void;
}

/** Finds the next events of an erasure. Errors: `unavailable`. */
export function findErasedEventsHandler({ erasure }: Pick<EraseEventsParts, 'erasure'>) {
  return async function findErasedEvents(
    { jobId, subject, until, limit }: RequestOfCall<typeof findErasedEventsCall>,
    { scope }: RequestContext,
  ): Promise<ResponseOfCall<typeof findErasedEventsCall>> {
    const of = { jobId, subject, until: new Date(until) };
    await erasure.begin(scope, of);
    return { eventIds: await erasure.find(scope, of, limit) };
  };
}

/** Deletes events of an erasure. Errors: `unavailable`. */
export function eraseEventsHandler({ erasure, announceErased }: EraseEventsParts) {
  return async function eraseEvents(
    { jobId, eventIds }: RequestOfCall<typeof eraseEventsCall>,
    { scope }: RequestContext,
  ): Promise<ResponseOfCall<typeof eraseEventsCall>> {
    const erased = await erasure.erase(scope, jobId, eventIds);
    announceErased(scope);
    return { erased };
  };
}
