import type { Item } from '@langchain/langgraph-checkpoint';
import { UNSAID } from '@strata/adapter-base/event-chain';
import { StrataError } from '@strata/client/errors';
import { given } from '@strata/client/given';
import { wait } from '@strata/client/retrying';
import type { CallOptions } from '@strata/client/send-request';
import type { Data, Input, Strata } from '@strata/client/strata';
import { inGroups } from './in-groups.ts';
import { ItemNames, type Scope } from './item-names.ts';
import { textOf, type Value } from './item-text.ts';

/** A version of an item: the newest one counts. */
export interface Version {
  readonly eventId: string;
  /** Undefined for a deletion. */
  readonly item: Item | undefined;
  /** Names the item. */
  readonly sessionId: string;
}

/** What is to be put; `null` deletes. */
export interface Put {
  readonly namespace: readonly string[];
  readonly key: string;
  readonly value: Value | null;
  readonly index?: false | readonly string[] | undefined;
}

type Event = Data<'getEvent'>;
type EventInput = Input<'captureEvent'>;

const PAGE = 100;
/** Below the 256 KiB of an event. */
const MAX_EVENT_BYTES = 255 * 1024;
/** So many events of that size are less than the 16 MiB of a batch. */
const BATCH = 60;
const VISIBLE_POLL_MS = 20;

/**
 * Items as events: each item is a session with its versions, which have a tag for each level of its namespace. See docs/adr/0080.
 * All errors of calls are those of the SDK.
 */
export class StoredItems {
  readonly names: ItemNames;
  readonly scope: Readonly<Partial<Record<'userId' | 'agentId' | 'namespaceId', string>>>;
  readonly api: Strata['api'];
  readonly call: CallOptions;

  /** All requests end within `timeoutMs` from now. */
  constructor({ api }: Pick<Strata, 'api'>, scope: Scope, timeoutMs: number) {
    const { userId, agentId, namespaceId } = scope;
    this.api = api;
    this.names = new ItemNames(scope);
    this.scope = given({ userId, agentId, namespaceId });
    this.call = { signal: AbortSignal.timeout(timeoutMs), timeoutMs };
  }

  /** The newest version of an item; undefined if there was none. */
  async newest(sessionId: string): Promise<Version | undefined> {
    const { items } = await this.api.listEvents({ ...this.scope, sessionId, limit: 1 }, this.call);
    return items.flatMap(readVersion)[0];
  }

  /** All versions of all items at or below a namespace, the newest first. */
  async *versions(prefix: readonly string[]): AsyncGenerator<Version, void, undefined> {
    const tag = await this.names.tag(prefix);
    for await (const event of this.api.listEvents({ ...this.scope, tag, limit: PAGE }, this.call))
      yield* readVersion(event);
  }

  /** The version that an event is; undefined if it is none, or was erased. */
  async version(eventId: string): Promise<Version | undefined> {
    const event = await unlessErased(this.api.getEvent({ id: eventId }, this.call));
    return event && readVersion(event)[0];
  }

  /** Stores, changes and deletes items. What is deleted is erased: all its versions, and what was learned from them. */
  async put(puts: readonly Put[]): Promise<void> {
    const events = (await inGroups(puts, (put) => this.#eventOf(put))).filter((event) => event !== undefined);
    for (let from = 0; from < events.length; from += BATCH) await this.#capture(events.slice(from, from + BATCH));
  }

  async #eventOf({ namespace, key, value, index }: Put): Promise<EventInput | undefined> {
    const [sessionId, tags] = await Promise.all([this.names.session(namespace, key), this.names.tags(namespace)]);
    const before = (await this.newest(sessionId))?.item;
    const metadata = { ...this.scope, tags, sessionEnd: true };
    if (value === null) {
      if (before === undefined) return undefined;
      // The job takes a moment: the event says at once that the item is gone.
      await this.api.startErasure({ sessionId }, this.call);
      return { type: 'message', sessionId, payload: UNSAID, metadata: { ...metadata, item: null } };
    }
    const content = textOf(key, value, index);
    const event: EventInput = {
      type: 'message',
      sessionId,
      payload: content === '' ? UNSAID : { role: 'assistant', content },
      metadata: {
        ...metadata,
        item: {
          namespace: [...namespace],
          key,
          value: value as Json,
          createdAt: before?.createdAt.toISOString() ?? null,
        },
      },
    };
    if (new TextEncoder().encode(JSON.stringify(event)).length > MAX_EVENT_BYTES)
      throw new Error(`The value of ${JSON.stringify(key)} is too large: at most about 200 KB of JSON`);
    return event;
  }

  async #capture(events: EventInput[]): Promise<void> {
    const { batchId, errorDetails } = await this.api.captureBatch({ events }, this.call);
    const [rejected] = errorDetails;
    if (rejected !== undefined) throw new StrataError(rejected.code, rejected.message, { details: rejected.details });
    // In a cluster, what is safe can be found a moment later. The next operation has to find it.
    while ((await this.api.getJob({ id: batchId }, this.call)).status !== 'completed')
      await wait(VISIBLE_POLL_MS, this.call.signal);
  }
}

/** What was found; undefined if it was erased in between. */
export const unlessErased = <Found>(found: Promise<Found>): Promise<Found | undefined> =>
  found.catch((error: unknown) => {
    if (error instanceof StrataError && error.code === 'not_found') return undefined;
    throw error;
  });

type Json = NonNullable<EventInput['metadata']>[string];

/** Any client with the right to write could have captured something else there. */
function readVersion({ id, sessionId, metadata, receivedAt }: Event): Version[] {
  const { item } = metadata;
  if (item === null) return [{ eventId: id, sessionId, item: undefined }];
  const { namespace, key, value, createdAt } = Object(item) as Record<string, unknown>;
  if (!Array.isArray(namespace) || typeof key !== 'string' || typeof value !== 'object' || value === null) return [];
  const times = {
    createdAt: new Date(typeof createdAt === 'string' ? createdAt : receivedAt),
    updatedAt: new Date(receivedAt),
  };
  return [{ eventId: id, sessionId, item: { namespace: namespace as string[], key, value, ...times } }];
}
