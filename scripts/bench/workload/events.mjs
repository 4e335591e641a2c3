import { agentSessions } from './agent-sessions.mjs';
import { conversations } from './conversations.mjs';

/**
 * @typedef {{kind: 'agent-sessions' | 'conversations', seed: number, events: number, sessions?: number, agentId: string,
 *   sessionsPerAgent?: number, secretEvery?: number}} Workload
 * A description of events: the same description gives the same events in every process. One of every `secretEvery` events
 * contains a secret.
 */

/** @param {Workload} workload @returns {Generator<object>} */
export function* eventsOf(workload) {
  const { kind, secretEvery = Number.POSITIVE_INFINITY } = workload;
  const events =
    kind === 'conversations'
      ? conversations(workload)
      : agentSessions({ sessions: Math.ceil(workload.events / 30), ...workload });
  let nth = 0;
  for (const event of events) yield ++nth % secretEvery === 0 ? withSecret(event, nth) : event;
}

const withSecret = (event, nth) => ({
  ...event,
  payload: { ...event.payload, environment: `NPM_TOKEN=npm_${String(nth).padStart(36, '0')}` },
});

/** Yields the items in groups of `size`; the last group may be smaller. */
export function* inGroups(items, size) {
  let group = [];
  for (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
