import { describe, expect, test } from '@jest/globals';
import { eventInputSchema } from '../../libs/contracts/src/schemas/event.ts';

interface DemoSession {
  id: string;
  succeeded: boolean | undefined;
  events: { type: string; sessionId: string; idempotencyKey: string; metadata: { occurredAt: string } }[];
}

/** The sessions are plain JavaScript without types, because they run before anything is compiled. */
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

describe('The demo', () => {
  test('sends only events that pass the validation of capture', () => {
    const invalid = events.filter((event) => !eventInputSchema.safeParse(event).success);
    expect(invalid).toEqual([]);
  });

  test('has at least twenty sessions', () => {
    expect(sessions.length).toBeGreaterThanOrEqual(20);
  });

  test.each(agents)('has successful and failed sessions of the $name, and no others', ({ sessions: ofAgent }) => {
    expect(new Set(ofAgent.map((session) => session.succeeded))).toEqual(new Set([true, false]));
  });

  test('has 8 to 25 events per session, in order of time', () => {
    for (const { id, events: ofSession } of sessions) {
      const times = ofSession.map((event) => event.metadata.occurredAt);
      expect({ id, fits: ofSession.length >= 8 && ofSession.length <= 25, times }).toEqual({
        id,
        fits: true,
        times: times.toSorted(),
      });
    }
  });

  test('gives every session a unique id and every event a unique idempotency key', () => {
    expect(new Set(events.map((event) => event.idempotencyKey)).size).toBe(events.length);
    expect(new Set(sessions.map((session) => session.id)).size).toBe(sessions.length);
  });
});
