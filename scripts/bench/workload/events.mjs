import { agentSessions } from './agent-sessions.mjs';
import { conversations } from './conversations.mjs';

/**
 * @typedef {{kind: 'agent-sessions' | 'conversations', seed: number, events: number, sessions?: number, agentId: string}} Workload
 * What events to make; the same description makes the same events in every process.
 */

/** @param {Workload} workload @returns {Generator<object>} */
export const eventsOf = (workload) =>
  workload.kind === 'conversations'
    ? conversations(workload)
    : agentSessions({ sessions: Math.ceil(workload.events / 30), ...workload });

/** The items in groups of `size`; the last may be smaller. */
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
