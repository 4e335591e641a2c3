import { UNSAID, type EventChain } from '@strata/adapter-base/event-chain';
import type { Json, Said } from '@strata/adapter-base/said';
import type { Data, Input } from '@strata/client/strata';
import { inPieces, joined } from './item-pieces.ts';

/** Where an item is stored: the event with it, and those with its long texts. */
export interface StoredItem {
  readonly sessionId: string;
  readonly event: string;
  readonly pieces: readonly string[];
}

/** A change of a history: takes items away from its end, or all of them, then adds others. */
interface Change {
  /** Counts the changes from 1. */
  readonly number: number;
  /** The session of the items that it adds, and of the next ones. */
  readonly sessionId: string;
  readonly clears: boolean;
  readonly drops: number;
  readonly adds: readonly Pick<StoredItem, 'event' | 'pieces'>[];
  /** The call that made it, so that the call can be tried again. */
  readonly callId: string;
}

/** A history at one time. */
export interface History {
  /** The newest change and its number; undefined and 0 for a history without any. */
  readonly head: string | undefined;
  readonly number: number;
  /** The session of the next items. */
  readonly sessionId: string | undefined;
  /** Those that were asked for, the oldest first. */
  readonly items: readonly StoredItem[];
  /** The calls that made its newest changes. */
  readonly callIds: ReadonlySet<string>;
}

/** An item that is not stored yet, and what it says. */
export interface NewItem {
  readonly item: Json;
  readonly said: readonly Said[];
}

type StoredEvent = Data<'getEvent'>;

const MAX_BATCH_EVENTS = 100;
/** Among the newest changes a call finds the one that it made before it failed. They come in one page. */
const MIN_CHANGES = 50;

/** Reads a history, the newest changes first, until `limit` items are found. */
export async function readHistory(chain: EventChain, limit: number): Promise<History> {
  const changes: (Change & { readonly id: string })[] = [];
  let found = 0;
  for await (const { id, metadata } of chain.events(await chain.name)) {
    const change = changeIn(metadata['agentHistory']);
    if (change === undefined) continue;
    changes.push({ ...change, id });
    found += change.adds.length - change.drops;
    if (change.clears || (found >= limit && changes.length >= MIN_CHANGES)) break;
  }
  // Clocks of several machines may differ.
  changes.sort((one, other) => other.number - one.number);
  const [newest] = changes;
  const { id: head, number = 0, sessionId } = newest ?? {};
  return {
    head,
    number,
    sessionId,
    items: itemsIn(changes, limit),
    callIds: new Set(changes.map(({ callId }) => callId)),
  };
}

/** The last items after changes, of which the newest is the first. */
function itemsIn(changes: readonly Change[], limit: number): StoredItem[] {
  const items: StoredItem[] = [];
  let dropped = 0;
  for (const { adds, drops, clears, sessionId } of changes) {
    for (const add of adds.toReversed()) {
      if (dropped > 0) dropped -= 1;
      else if (items.length < limit) items.push({ ...add, sessionId });
    }
    dropped += drops;
    if (clears) break;
  }
  return items.toReversed();
}

/** Any client with the right to write could have captured something else there. */
function changeIn(value: unknown): Change | undefined {
  const { number, sessionId, adds, drops, callId } = Object(value) as Record<string, unknown>;
  const isChange = typeof number === 'number' && typeof drops === 'number' && Array.isArray(adds);
  return isChange && typeof sessionId === 'string' && typeof callId === 'string' ? (value as Change) : undefined;
}

/** Stores items as events: what they say is learned. They count from the change that adds them. */
export async function storeItems(
  chain: EventChain,
  sessionId: string,
  items: readonly NewItem[],
  key: string,
): Promise<StoredItem[]> {
  type EventInput = Input<'captureEvent'>;
  const events: EventInput[] = [];
  const add = (said: Said, metadata: Record<string, Json>): number =>
    events.push({ ...said, sessionId, metadata, idempotencyKey: `${key}/${events.length}` }) - 1;
  const places = items.map(({ item: whole, said }) => {
    const { item, pieces } = inPieces(whole);
    const [first = { type: 'message', payload: UNSAID }, ...others] = said;
    const event = add(first, { agentItem: item });
    for (const other of others) add(other, {});
    return {
      event,
      pieces: pieces.map((piece) => add({ type: 'message', payload: UNSAID }, { agentItemPiece: piece })),
    };
  });
  const ids: string[] = [];
  // A batch of 100 is below the size of a request, whatever is in it.
  for (let at = 0; at < events.length; at += MAX_BATCH_EVENTS)
    ids.push(...(await chain.storeAll(events.slice(at, at + MAX_BATCH_EVENTS))));
  const idOf = (place: number): string => ids[place] ?? '';
  return places.map(({ event, pieces }) => ({ sessionId, event: idOf(event), pieces: pieces.map(idOf) }));
}

/** The items themselves; undefined for those that were erased. */
export async function readItems(chain: EventChain, stored: readonly StoredItem[]): Promise<(Json | undefined)[]> {
  const events = new Map<string, StoredEvent>();
  for (const sessionId of new Set(stored.map((one) => one.sessionId))) {
    const wanted = new Set(stored.flatMap((one) => (one.sessionId === sessionId ? [one.event, ...one.pieces] : [])));
    for await (const event of chain.events(sessionId)) {
      if (wanted.delete(event.id)) events.set(event.id, event);
      if (wanted.size === 0) break;
    }
  }
  return stored.map(({ event, pieces }) => {
    const item = events.get(event)?.metadata['agentItem'];
    const texts = pieces.map((id) => events.get(id)?.metadata['agentItemPiece']);
    return item !== undefined && texts.every((text) => typeof text === 'string')
      ? joined({ item, pieces: texts })
      : undefined;
  });
}

/** Makes a change. Returns false, and changes nothing, if somebody else did so first. `attempt` counts from 1. */
export function change(
  chain: EventChain,
  before: History,
  { adds = [], ...rest }: Pick<Change, 'sessionId' | 'callId'> & Partial<Change>,
  attempt: number,
): Promise<boolean> {
  const added = adds.map(({ event, pieces }) => ({ event, pieces: [...pieces] }));
  const agentHistory = { clears: false, drops: 0, ...rest, number: before.number + 1, adds: added };
  return chain.append(before.head, { agentHistory }, attempt);
}
