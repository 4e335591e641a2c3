import type { AgentInputItem, Session } from '@openai/agents-core';
import { EventChain, type ChainScope } from '@strata/adapter-base/event-chain';
import { withoutRecalledIn, type Json } from '@strata/adapter-base/said';
import { StrataError } from '@strata/client/errors';
import type { Strata } from '@strata/client/strata';
import { saidInItem } from './said-in-item.ts';
import { change, readHistory, readItems, storeItems, type NewItem, type StoredItem } from './stored-history.ts';

/** Whose session it is, and how long it may take. */
export interface StrataSessionOptions extends ChainScope {
  /** With an API key that may read and write and, with `erases`, erase (`admin`). */
  readonly strata: Pick<Strata, 'api'>;
  /** Default: a new one. */
  readonly sessionId?: string | undefined;
  /** How long one call may take, in milliseconds. Strata may be away for shorter. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Whether `clearSession` also erases the items, and what was learned from them. Default: false. */
  readonly erases?: boolean | undefined;
}

const MAX_ATTEMPTS = 10;
const MAX_RETRIES = 20;

/**
 * A session of the OpenAI Agents SDK in Strata: `run(agent, input, { session: new StrataSession({ strata, sessionId, userId }) })`. Several
 * processes may use it at the same time. What its items say is learned as any event. See docs/adr/0082. All errors are those of the SDK.
 */
export class StrataSession implements Session {
  readonly #sessionId: string;
  readonly #timeoutMs: number;
  readonly #erases: boolean;
  readonly #open: () => EventChain;
  /** One write after the other, so that items stay in their order. */
  #last: Promise<unknown> = Promise.resolve();
  /** The items of a call that failed: the same items again are the same call. */
  #failed: { readonly json: string; readonly callId: string } | undefined;

  constructor(options: StrataSessionOptions) {
    const {
      strata,
      sessionId = `agents-${crypto.randomUUID()}`,
      timeoutMs = 10_000,
      erases = false,
      ...scope
    } = options;
    this.#sessionId = sessionId;
    this.#timeoutMs = timeoutMs;
    this.#erases = erases;
    const limits = { timeoutMs, maxRetries: MAX_RETRIES };
    this.#open = () => new EventChain(strata.api, 'agent-session', sessionId, scope, limits);
  }

  async getSessionId(): Promise<string> {
    return this.#sessionId;
  }

  async getItems(limit = Infinity): Promise<AgentInputItem[]> {
    if (limit <= 0) return [];
    const items = await this.#inTime(async (chain) => readItems(chain, (await readHistory(chain, limit)).items));
    return items.filter((item) => item !== undefined) as unknown as AgentInputItem[];
  }

  /** After an error, the same items can be added again: they are stored once. */
  async addItems(items: AgentInputItem[]): Promise<void> {
    if (items.length === 0) return;
    const added = items.map(newItem);
    await this.#write(async (chain) => {
      const json = JSON.stringify(added);
      const callId = this.#failed?.json === json ? this.#failed.callId : crypto.randomUUID();
      this.#failed = { json, callId };
      let stored: StoredItem[] = [];
      await this.#attempt(async (attempt) => {
        const history = await readHistory(chain, 0);
        if (history.callIds.has(callId)) return true;
        const { sessionId = this.#sessionId } = history;
        // In a session that was cleared meanwhile, they would be erased with the others.
        if (stored[0]?.sessionId !== sessionId)
          stored = await storeItems(chain, sessionId, added, `${await chain.name}/${callId}/${sessionId.slice(-8)}`);
        return change(chain, history, { sessionId, callId, adds: stored }, attempt);
      });
      this.#failed = undefined;
    });
  }

  async popItem(): Promise<AgentInputItem | undefined> {
    return this.#write(async (chain) => {
      const callId = crypto.randomUUID();
      let popped: readonly (Json | undefined)[] = [];
      await this.#attempt(async (attempt) => {
        const history = await readHistory(chain, 1);
        const { sessionId = this.#sessionId } = history;
        if (history.items.length === 0) return true;
        popped = await readItems(chain, history.items);
        return change(chain, history, { sessionId, callId, drops: 1 }, attempt);
      });
      return popped[0] as unknown as AgentInputItem | undefined;
    });
  }

  async clearSession(): Promise<void> {
    await this.#write(async (chain) => {
      const callId = crypto.randomUUID();
      await this.#attempt(async (attempt) => {
        const history = await readHistory(chain, 0);
        if (history.head === undefined) return true;
        // Erased while they are listed: what could not be erased can be cleared again.
        if (this.#erases) await chain.erase(history.sessionId ?? this.#sessionId);
        const sessionId = `${this.#sessionId}/${crypto.randomUUID().slice(0, 8)}`;
        return change(chain, history, { sessionId, callId, clears: true }, attempt);
      });
    });
  }

  /** Keeps the items that stay, so that what they say is not learned again. */
  async replaceHistoryWithCompaction(items: AgentInputItem[]): Promise<void> {
    const replacing = items.map(newItem);
    await this.#write(async (chain) => {
      const callId = crypto.randomUUID();
      await this.#attempt(async (attempt) => {
        const history = await readHistory(chain, Infinity);
        const { sessionId = this.#sessionId } = history;
        const items = await readItems(chain, history.items);
        const known = new Map(
          history.items.flatMap((one, index) => (one.sessionId === sessionId ? [[sortedJson(items[index]), one]] : [])),
        );
        const isNew = ({ item }: NewItem): boolean => !known.has(sortedJson(item));
        const key = `${await chain.name}/${callId}/${attempt}`;
        const stored = await storeItems(chain, sessionId, replacing.filter(isNew), key);
        const adds = replacing.flatMap((one) => known.get(sortedJson(one.item)) ?? stored.shift() ?? []);
        return change(chain, history, { sessionId, callId, clears: true, adds }, attempt);
      });
    });
  }

  #write<Result>(work: (chain: EventChain) => Promise<Result>): Promise<Result> {
    const written = this.#last.then(() => this.#inTime(work));
    this.#last = written.catch(() => undefined);
    return written;
  }

  async #inTime<Result>(work: (chain: EventChain) => Promise<Result>): Promise<Result> {
    const chain = this.#open();
    try {
      return await work(chain);
    } catch (cause) {
      if (!chain.isLate) throw cause;
      throw new StrataError('timed_out', `The session did not get through to Strata in ${this.#timeoutMs} ms`, {
        cause,
      });
    }
  }

  /** Makes a change again on the newest history if another one came first. */
  async #attempt(make: (attempt: number) => Promise<boolean>): Promise<void> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) if (await make(attempt)) return;
    throw new StrataError('conflict', 'Others change the session at the same time. Try again.');
  }
}

const newItem = (item: AgentInputItem): NewItem => ({ item: withoutRecalledIn(item), said: saidInItem(item) });

/** A database keeps the keys of an object, not their order. Empty for an item that was erased. */
const sortedJson = (value: Json | undefined): string =>
  JSON.stringify(value ?? '', (_key, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : child,
  );
