import { describe, expect, test } from '@jest/globals';
import { eventInputSchema } from '../../libs/contracts/src/schemas/event.ts';

interface DemoSession {
  id: string;
  succeeded: boolean | undefined;
  events: { type: string; sessionId: string; idempotencyKey: string; metadata: { occurredAt: string } }[];
}

/** The sessions are plain JavaScript, which runs before anything is compiled and carries no types. */
async function load(file: string, name: string): Promise<DemoSession[]> {
  const module = (await import(file)) as Record<string, DemoSession[]>;
  return module[name] ?? [];
}

const agents = [
  { name: 'coding agent', sessions: await load('./coding-agent.mjs', 'codingSessions') },
  { name: 'support agent', sessions: await load('./support-agent.mjs', 'supportSessions') },
];
const sessions = agents.flatMap((agent) => agent.sessions);
const events = sessions.flatMap((session) => session.events);

describe('the sessions of the demo', () => {
  test('every event satisfies the contract of capture', () => {
    const refused = events.filter((event) => !eventInputSchema.safeParse(event).success);
    expect(refused).toEqual([]);
  });

  test('there are at least twenty', () => {
    expect(sessions.length).toBeGreaterThanOrEqual(20);
  });

  test.each(agents)(
    'the $name has sessions that succeed and sessions that fail, and no others',
    ({ sessions: own }) => {
      expect(new Set(own.map((session) => session.succeeded))).toEqual(new Set([true, false]));
    },
  );

  test('a session has 8 to 25 events in the order of time', () => {
    for (const { id, events: own } of sessions) {
      const times = own.map((event) => event.metadata.occurredAt);
      expect({ id, fits: own.length >= 8 && own.length <= 25, times }).toEqual({
        id,
        fits: true,
        times: times.toSorted(),
      });
    }
  });

  test('idempotency keys are unique, so that no event hides another', () => {
    expect(new Set(events.map((event) => event.idempotencyKey)).size).toBe(events.length);
    expect(new Set(sessions.map((session) => session.id)).size).toBe(sessions.length);
  });
});
