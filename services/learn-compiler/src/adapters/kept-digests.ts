import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { LRUCache } from 'lru-cache';
import type { FindCall, MemoryDraft, Step } from '../compile/types.ts';
import { eventDigester, type EventDigester } from '../learning/event-digester.ts';

/** Characters of all kept digests together, about. */
const MAX_SIZE = 16_000_000;
const SIZE_PER_STEP = 500;
/** A memory has its text twice, with and without its speaker and date. */
const SIZE_PER_CHARACTER = 2;

interface KeptDigest {
  readonly steps: readonly Step[];
  readonly memories: readonly MemoryDraft[];
  /** The calls that its results asked for: the id of the call and the event that made it. */
  readonly calls: ReadonlyMap<string, string | undefined>;
}

/** Keeps the digests of events that are read again and again until they are compiled. */
export class KeptDigests {
  readonly #kept = new LRUCache<string, KeptDigest>({ maxSize: MAX_SIZE, sizeCalculation: sizeOf });

  /** Forgets all of them. */
  clear(): void {
    this.#kept.clear();
  }

  /** Reads events of a tenant scope. */
  of({ tenantId, environment }: TenantScope): EventDigester {
    const keyOf = ({ id }: ClaimedEvent): string => `${environment}:${tenantId}:${id}`;
    return {
      steps: (event) => this.#kept.get(keyOf(event))?.steps ?? eventDigester.steps(event),
      memories: (event, findCall) => {
        const known = this.#kept.get(keyOf(event));
        if (known !== undefined && hasSameCalls(known, findCall)) return known.memories;
        const calls = new Map<string, string | undefined>();
        const memories = eventDigester.memories(event, (callId) => {
          const call = findCall(callId);
          calls.set(callId, call?.eventId);
          return call;
        });
        const steps = known?.steps ?? eventDigester.steps(event);
        this.#kept.set(keyOf(event), { steps, memories, calls });
        return memories;
      },
    };
  }
}

const hasSameCalls = ({ calls }: KeptDigest, findCall: FindCall): boolean =>
  [...calls].every(([callId, eventId]) => findCall(callId)?.eventId === eventId);

const sizeOf = ({ steps, memories }: KeptDigest): number =>
  1 + SIZE_PER_STEP * steps.length + memories.reduce((sum, { body }) => sum + SIZE_PER_CHARACTER * body.length, 0);
