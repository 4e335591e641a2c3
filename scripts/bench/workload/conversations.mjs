import { createRandom } from './random.mjs';
import { makeText, makeTopic } from './text.mjs';

const NAMES =
  'Amara Björn Chen Dalia Emil Farah Goran Hana Ines Jonas Keiko Luis Mira Nils Olga Priya Rafael Selma Tomas Yara'.split(
    ' ',
  );
const TURNS = 40;
const TOPICS = 300;
const FIRST_DAY = Date.parse('2025-01-01T09:00:00Z');
// Close enough together that 100,000 messages end before today: events of the future are refused.
const SESSION_MS = 6 * 3600_000;
const TURN_MS = 45_000;

/**
 * Conversations of two people, 40 turns each, on topics that recur in other conversations.
 * @param {{seed: number, events: number, agentId: string}} of
 * @returns {Generator<object>} events as a client sends them
 */
export function* conversations({ seed, events, agentId }) {
  const random = createRandom(seed);
  const topics = Array.from({ length: TOPICS }, () => makeTopic(random));
  for (let made = 0, session = 0; made < events; session++) {
    const speakers = [random.pick(NAMES), random.pick(NAMES)];
    const topic = random.pick(topics);
    for (let turn = 0; turn < TURNS && made < events; turn++, made++) {
      yield {
        type: 'message',
        sessionId: `talk-${seed}-${session}`,
        payload: {
          role: turn % 2 === 0 ? 'user' : 'assistant',
          name: speakers[turn % 2],
          content: makeText(random, topic, random.between(1, 3)),
        },
        metadata: { agentId, occurredAt: new Date(FIRST_DAY + session * SESSION_MS + turn * TURN_MS).toISOString() },
      };
    }
  }
}
