import { StrataError } from '@strata/client/errors';
import type { Data, Input, Strata } from '@strata/client/strata';

/** Whose data it is. Data of one end user, agent or namespace is unknown to another. */
export interface ChainScope {
  readonly userId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly namespaceId?: string | undefined;
}

/** How long the requests of one command may take together, in milliseconds, and how often one of them is sent again. */
export interface ChainLimits {
  readonly timeoutMs: number;
  readonly maxRetries: number;
}

type EventInput = Input<'captureEvent'>;
type StoredEvent = Data<'getEvent'>;

/** What a chain needs of the SDK. */
export type ChainApi = Pick<
  Strata['api'],
  'captureBatch' | 'captureEvent' | 'getEvent' | 'listEvents' | 'startErasure'
>;

/** What is captured only to be read again: nothing is learned from it. */
export const UNSAID = { role: 'system', content: '' } as const;

const VISIBLE_WITHIN_MS = 5000;
const VISIBLE_POLL_MS = 20;
const VISIBLE_AT_ONCE = 20;
const CONFLICT_PAUSE_MS = 50;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * State that changes, as events that only accumulate: each link of the chain says what changes, and its idempotency key says which link it
 * follows. Of two writers, one gets a conflict and makes its change again. See docs/adr/0078. All errors are those of the SDK.
 */
export class EventChain {
  /** The session of the links. */
  readonly name: Promise<string>;
  readonly #api: ChainApi;
  readonly #scope: Readonly<Record<string, string>>;
  readonly #call: { readonly signal: AbortSignal; readonly timeoutMs: number; readonly maxRetries: number };

  /** For one command, whose time begins now. `kind` and `id` say whose chain it is within the scope. */
  constructor(api: ChainApi, kind: string, id: string, scope: ChainScope, { timeoutMs, maxRetries }: ChainLimits) {
    const { userId, agentId, namespaceId } = scope;
    this.#api = api;
    this.#call = { signal: AbortSignal.timeout(timeoutMs), timeoutMs: timeoutMs / 2, maxRetries };
    this.#scope = Object.fromEntries(
      Object.entries({ userId, agentId, namespaceId }).flatMap(([key, value]) => (value ? [[key, value]] : [])),
    );
    this.name = sha256(JSON.stringify([id, userId, agentId, namespaceId])).then((hex) => `${kind}-${hex}`);
  }

  /** Whether the time is up. */
  get isLate(): boolean {
    return this.#call.signal.aborted;
  }

  /** The newest link; undefined for a chain without any. */
  async newest(): Promise<StoredEvent | undefined> {
    const { items } = await this.#api.listEvents({ ...this.#scope, sessionId: await this.name, limit: 1 }, this.#call);
    return items[0];
  }

  /** All events of a session, newest first. A page is requested when it is needed. */
  events(sessionId: string): AsyncIterable<StoredEvent> {
    return this.#api.listEvents({ ...this.#scope, sessionId, limit: 100 }, this.#call);
  }

  /**
   * Adds a link after `previous`, undefined for the first one. Returns false, and changes nothing, if somebody else did so first.
   * `attempt` counts from 1.
   */
  async append(previous: string | undefined, metadata: EventInput['metadata'], attempt: number): Promise<boolean> {
    const name = await this.name;
    // Keys outlive an erasure, so the first link of a chain that was erased needs another one.
    const start = `nothing-${new Date().toISOString().slice(0, 10)}-${attempt}`;
    // Two writers never store the same link, so that one of them gets a conflict.
    const change = crypto.randomUUID().slice(0, 8);
    try {
      await this.store({
        ...{ type: 'message', sessionId: name, payload: UNSAID, metadata: { change, ...metadata } },
        idempotencyKey: `${name}/after-${previous ?? start}`,
      });
      return true;
    } catch (error) {
      if (!(error instanceof StrataError) || error.code !== 'conflict') throw error;
      // In a cluster, what came first can be found a moment later.
      await wait(CONFLICT_PAUSE_MS * attempt);
      return false;
    }
  }

  /** Stores an event and resolves with its id when it can be read. */
  async store(event: EventInput): Promise<string> {
    const { eventId } = await this.#api.captureEvent(this.#scoped(event), this.#call);
    await this.#untilVisible(eventId);
    return eventId;
  }

  /** Stores up to 1,000 events and resolves with their ids when all can be read. */
  async storeAll(events: readonly EventInput[]): Promise<string[]> {
    const { eventIds, errorDetails } = await this.#api.captureBatch(
      { events: events.map((event) => this.#scoped(event)) },
      this.#call,
    );
    const [failed] = errorDetails;
    if (failed !== undefined) throw new StrataError(failed.code, failed.message, { details: failed.details });
    const ids = eventIds.filter((id) => id !== null);
    for (let at = 0; at < ids.length; at += VISIBLE_AT_ONCE)
      await Promise.all(ids.slice(at, at + VISIBLE_AT_ONCE).map((id) => this.#untilVisible(id)));
    return ids;
  }

  /** An event; undefined if it was erased. */
  find(id: string): Promise<StoredEvent | undefined> {
    return this.#api.getEvent({ id }, this.#call).catch((error: unknown) => {
      if (error instanceof StrataError && error.code === 'not_found') return undefined;
      throw error;
    });
  }

  /** Erases a session, and what was learned from it. Needs an API key with the scope `admin`. */
  async erase(sessionId: string): Promise<void> {
    await this.#api.startErasure({ sessionId }, this.#call);
  }

  #scoped(event: EventInput): EventInput {
    return { ...event, metadata: { ...this.#scope, ...event.metadata } };
  }

  /** In a cluster, an event that is safe can be found a moment later. The next command has to find it. */
  async #untilVisible(eventId: string): Promise<void> {
    const end = Date.now() + VISIBLE_WITHIN_MS;
    while ((await this.find(eventId)) === undefined) {
      if (Date.now() > end) throw new StrataError('timed_out', 'The change is stored, but cannot be read yet');
      await wait(VISIBLE_POLL_MS);
    }
  }
}

/** The first 16 hex digits. */
async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
