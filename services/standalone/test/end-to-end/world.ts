import { captureBatch, captureEvent } from '@strata/contracts/operations/capture';
import type { Operation } from '@strata/contracts/operation';
import { randomBytes } from 'node:crypto';
import type { ApiClient } from './api-client.ts';
import { codingSessions } from './coding-sessions.ts';
import { invitationTo } from './colleague.ts';
import type { NewTenant } from './system.ts';

/** One partition of one tenant, with something in it for every operation to find. */
export interface World {
  readonly tenant: NewTenant;
  /** A word that is in everything this world was ever sent, and nowhere else. */
  readonly marker: string;
  /** By a key with every scope, on this partition. */
  readonly api: ApiClient;
  readonly eventIds: readonly string[];
  /** A capture job, a batch and a learn job. */
  readonly jobIds: readonly string[];
  /** Opens an organization of the tenant to its own user; none in the test partition, where users have no business. */
  readonly invitationToken: string | undefined;
  /** Ids by the path that fetches them, such as `/v1/memories/{id}`; filled by `furnish`. */
  readonly resources: Map<string, readonly string[]>;
}

export const agentOf = (marker: string): string => `agent-${marker}`;
export const tagOf = (marker: string): string => `tag-${marker}`;
export const sessionOf = (marker: string): string => `session-${marker}`;

/** An event as a client sends it, marked throughout. */
export const markedEvent = (marker: string, content: string): Record<string, unknown> => ({
  type: 'message',
  sessionId: sessionOf(marker),
  payload: { role: `Speaker ${marker}`, content: `${content} at ${marker}.` },
  metadata: { agentId: agentOf(marker), tags: [tagOf(marker)], source: marker },
});

const SAYINGS = [
  'We decided to keep the spare anchor',
  'The harbour master wants the lights repaired',
  'Nobody may moor a ferry after nine',
  'The tide tables are printed every spring',
];

/** Captures and learns in a partition, as its agents would, and leaves one event that is still to be learned. */
export async function createWorld(tenant: NewTenant, partition: 'live' | 'test'): Promise<World> {
  const api = partition === 'live' ? tenant.api : tenant.testApi;
  const marker = `${partition}heron${randomBytes(5).toString('hex')}`;
  const runs = codingSessions().map(({ sessionId, metadata, idempotencyKey, ...event }) => ({
    ...event,
    sessionId: `${marker}-${String(sessionId)}`,
    metadata: { ...(metadata as object), agentId: agentOf(marker), tags: [tagOf(marker)] },
    idempotencyKey: `${marker}-${String(idempotencyKey)}`,
  }));
  const said = SAYINGS.map((saying) => markedEvent(marker, saying));
  const batch = await api.ask(captureBatch, { body: { events: [...said, ...runs] } });
  const learned = await api.learn();
  if (learned.status !== 'completed') throw new Error(`Learning ended as ${learned.status}`);
  const late = await api.ask(captureEvent, { body: markedEvent(marker, 'The ferry leaves at dawn') });
  const eventIds = [late.eventId, ...batch.eventIds.filter((id) => id !== null)];
  const jobIds = [late.jobId, batch.batchId, learned.id];
  const invitationToken = partition === 'live' ? await invitationTo(tenant) : undefined;
  return { tenant, marker, api, eventIds, jobIds, invitationToken, resources: new Map() };
}

/** The client by whom a world calls an operation: its key, or its user where a key is not enough. */
export const callerOf = ({ tenant, api }: World, { credential }: Pick<Operation, 'credential'>): ApiClient =>
  credential === 'jwt' ? tenant.user : api;
