import { randomBytes } from 'node:crypto';
import { captureAll, learn } from '../demo/feed.mjs';

const START = Date.parse('2026-01-05T08:00:00Z');
const HOUR_MS = 3_600_000;
const STEP_MS = 10_000;
const PAGE = 100;

const total = ({ length }) => `${length} ${length === 1 ? 'event' : 'events'}`;

/** The events of runs as sessions of one agent, an hour apart. */
export function eventsOfRuns(runs, agentId) {
  return runs.flatMap((run, nth) =>
    run.events.map(({ type, payload }, at) => ({
      type,
      sessionId: `${agentId}-${run.id}`,
      payload,
      metadata: {
        agentId,
        taskId: run.task,
        occurredAt: new Date(START + nth * HOUR_MS + at * STEP_MS).toISOString(),
      },
      idempotencyKey: `${agentId}-${run.id}-${at}`,
    })),
  );
}

/**
 * Learns under agents of its own, each a learning scope: what one measure captures, no other sees.
 * @param {{client: ReturnType<typeof import('../demo/client.mjs').createClient>}} service
 * @param {(text: string) => void} report
 */
export function createLearner(service, report) {
  const prefix = `evaluate-${randomBytes(4).toString('hex')}`;

  async function list(path, query) {
    const items = [];
    for (;;) {
      const page = await service.client.get(path, { ...query, limit: String(PAGE), offset: String(items.length) });
      items.push(...page.items);
      if (!page.hasMore) return items;
    }
  }

  return {
    agent: (name) => `${prefix}-${name.replaceAll(/[^\w-]+/g, '-')}`,

    /** Captures events of an agent, learns, and returns the learn job. */
    async teach(agentId, events) {
      report(`learning from ${total(events)} of ${agentId}`);
      await captureAll(service.client, events, () => {});
      return learn(service.client, agentId, () => {});
    },

    /** The active artifacts of an agent. */
    async artifacts(agentId) {
      return (await list('/v1/artifacts', { agentId })).filter(({ isActive }) => isActive);
    },

    /** The sections of a context pack. */
    async pack(agentId, query, maxTokens) {
      return (await service.client.post('/v1/synthesize', { query, agentId, maxTokens })).sections;
    },

    /** Event id → task. */
    async tasksOfEvents(agentId) {
      const tasks = new Map();
      for (let cursor; ;) {
        const query = { agentId, limit: String(PAGE), ...(cursor === undefined ? {} : { cursor }) };
        const { items, pagination } = await service.client.get('/v1/events', query);
        for (const { id, metadata } of items) tasks.set(id, metadata.taskId);
        if (!pagination.hasMore) return tasks;
        cursor = pagination.cursor;
      }
    },
  };
}
