import { captureBatch, captureEvent } from '@strata/contracts/operations/capture';
import { dataOf } from '../../fixtures/organization-fixture.ts';
import type { Actor } from './actor.ts';
import type { LedgerClient } from './client.ts';
import type { LoadTenant } from './load-tenant.ts';

const BATCH = 10;
const PAUSE_MS = 120;
/** How often an event that was accepted before is sent again as it was, and with another text under its key. */
const REPEATS = 0.1;
const CONFLICTS = 0.05;
/** Of how many events each client remembers that they were accepted. */
const REMEMBERED = 500;

interface Sent {
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Makes events whose texts are all different, so that each becomes one memory. */
function eventsOf({ ledger }: LedgerClient, { word, tenantId }: LoadTenant, name: string): (hasKey: boolean) => Sent {
  let count = 0;
  return (hasKey) => {
    count += 1;
    const key = `${word}-${name}-${count}`;
    const text = `Parcel ${key} waits at the depot in bay ${count}.`;
    ledger.events.set(text, { tenantId, hasKey, ids: new Set() });
    const body = {
      type: 'message',
      sessionId: `${name}-${Math.floor(count / 20)}`,
      payload: { role: 'user', content: text },
      metadata: { agentId: 'depot' },
      ...(hasKey ? { idempotencyKey: key } : {}),
    };
    return { text, body };
  };
}

/** Captures single events with a key, each as often as it takes. */
export function singleCaptures(client: LedgerClient, tenant: LoadTenant, name: string): Actor {
  const next = eventsOf(client, tenant, name);
  const accepted: Sent[] = [];
  const anyAccepted = (): Sent | undefined => accepted[Math.floor(client.random() * accepted.length)];
  let pending: Sent | undefined;
  return {
    name,
    pauseMs: PAUSE_MS,
    step: async () => {
      pending ??= next(true);
      const { text, body } = pending;
      const answer = await client.post(tenant.key, captureEvent.path, body, [202]);
      if (answer === undefined) return;
      client.ledger.accept(text, (dataOf(answer, 202) as { eventId: string }).eventId);
      if (accepted.length === REMEMBERED) accepted.shift();
      accepted.push(pending);
      pending = client.random() < REPEATS ? anyAccepted() : undefined;
      const earlier = client.random() < CONFLICTS ? anyAccepted() : undefined;
      if (earlier === undefined) return;
      const other = { ...earlier.body, payload: { role: 'user', content: `${earlier.text} Or does it?` } };
      await client.post(tenant.key, captureEvent.path, other, [409]);
    },
  };
}

/** Captures single events without a key, each only once: without an answer, it may be stored or not. */
export function keylessCaptures(client: LedgerClient, tenant: LoadTenant, name: string): Actor {
  const next = eventsOf(client, tenant, name);
  return {
    name,
    pauseMs: 4 * PAUSE_MS,
    step: async () => {
      const { text, body } = next(false);
      const answer = await client.post(tenant.key, captureEvent.path, body, [202]);
      if (answer !== undefined) client.ledger.accept(text, (dataOf(answer, 202) as { eventId: string }).eventId);
    },
  };
}

/** Captures batches with keys. Events that were not accepted are sent again in the next one. */
export function batchCaptures(client: LedgerClient, tenant: LoadTenant, name: string): Actor {
  const next = eventsOf(client, tenant, name);
  let pending: Sent[] = [];
  return {
    name,
    pauseMs: 6 * PAUSE_MS,
    step: async () => {
      const sent = pending;
      while (sent.length < BATCH) sent.push(next(true));
      const answer = await client.post(tenant.key, captureBatch.path, { events: sent.map(({ body }) => body) }, [202]);
      if (answer === undefined) return;
      const receipt = captureBatch.response.parse(dataOf(answer, 202));
      client.ledger.jobs.push({ tenantId: tenant.tenantId, id: receipt.batchId });
      for (const { code, message } of receipt.errorDetails)
        if (code !== 'unavailable' && code !== 'rate_limited')
          client.ledger.breakRule(`answers: an event of a batch was rejected as ${code}: ${message}`);
      pending = [];
      for (const [position, id] of receipt.eventIds.entries()) {
        const event = sent[position];
        if (event === undefined) continue;
        if (id === null) pending.push(event);
        else client.ledger.accept(event.text, id);
      }
    },
  };
}
