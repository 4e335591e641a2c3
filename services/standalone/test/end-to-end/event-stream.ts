import { captureBatch, captureEvent } from '@strata/contracts/operations/capture';
import { listEvents } from '@strata/contracts/operations/events';
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import type { ApiClient } from './api-client.ts';

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
      try {
        for (const id of await (alone ? this.#captureOne() : this.#captureMany()))
          if (id !== null) this.accepted.add(id);
      } catch {
        // Not accepted, so not owed. While the service is away there is nothing to hurry for.
        await delay(20);
      }
    }
  }

  async #captureOne(): Promise<string[]> {
    return [(await this.#api.ask(captureEvent, { body: this.#event() })).eventId];
  }

  async #captureMany(): Promise<(string | null)[]> {
    const events = Array.from({ length: BATCH }, () => this.#event());
    return (await this.#api.ask(captureBatch, { body: { events } })).eventIds;
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
}

/** Ids of every event that is stored, with repetition if there were any. */
export async function storedEvents(api: ApiClient): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: z.output<typeof listEvents.response> = await api.ask(listEvents, {
      query: { limit: 100, ...(cursor === null ? {} : { cursor }) },
    });
    ids.push(...page.items.map((item) => item.id));
    cursor = page.pagination.cursor;
  } while (cursor !== null);
  return ids;
}
