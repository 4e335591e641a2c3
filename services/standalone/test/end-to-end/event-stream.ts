import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient, Reply } from './api-client.ts';

const WRITERS = 4;
const BATCH = 20;

/** Writers that capture without pause, alone and in batches, and remember every event that was answered with 202. */
export class EventStream {
  readonly accepted = new Set<string>();
  readonly #api: ApiClient;
  readonly #name: string;
  readonly #writers: Promise<void>[] = [];
  #sent = 0;
  #stopped = false;

  constructor(api: ApiClient, name: string) {
    this.#api = api;
    this.#name = name;
  }

  start(): void {
    for (let i = 0; i < WRITERS; i++) this.#writers.push(this.#write(i % 2 === 0));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#writers);
  }

  async #write(alone: boolean): Promise<void> {
    while (!this.#stopped) {
      const reply = await (alone ? this.#api.post('/v1/capture', this.#event()) : this.#batch()).catch(() => undefined);
      if (reply?.status === 202) this.#accept(reply);
      // While the service is away there is nothing to hurry for.
      else await delay(20);
    }
  }

  #batch(): Promise<Reply> {
    return this.#api.post('/v1/capture/batch', { events: Array.from({ length: BATCH }, () => this.#event()) });
  }

  #event(): Record<string, unknown> {
    const key = `${this.#name}-${String(this.#sent++)}`;
    return {
      type: 'message',
      sessionId: `${this.#name}-${String(this.#sent % 7)}`,
      payload: { role: 'user', content: `Parcel ${key} waits at the depot in bay ${String(this.#sent)}.` },
      metadata: { agentId: 'depot' },
      idempotencyKey: key,
    };
  }

  #accept(reply: Reply): void {
    const { eventId, eventIds } = reply.body.data as { eventId?: string; eventIds?: (string | null)[] };
    for (const id of eventIds ?? [eventId ?? null]) if (id !== null) this.accepted.add(id);
  }
}

/** Ids of every event that is stored, with repetition if there were any. */
export async function storedEvents(api: ApiClient): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const page = await api.get(`/v1/events?limit=100${cursor}`);
    const { items, pagination } = page.body.data as { items: { id: string }[]; pagination: { cursor: string | null } };
    ids.push(...items.map((item) => item.id));
    cursor = pagination.cursor === null ? '' : `&cursor=${pagination.cursor}`;
  } while (cursor !== '');
  return ids;
}
