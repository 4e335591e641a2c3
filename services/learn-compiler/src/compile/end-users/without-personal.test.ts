import { describe, expect, it } from '@jest/globals';
import { ended, said, used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { compileScope } from '../compile-scope.ts';
import type { CompiledScope, SessionSteps } from '../types.ts';

/** Three runs for each end user: words that all of them use, and words that only this one uses. */
const runsOf = (name: string, illness: string) =>
  Array.from({ length: 3 }, (_, run) => {
    const order_id = `order ${String(run)} of ${name}`;
    return [
      said('user', `Please cancel my order, because of the ${illness} of my mother, says ${name}`),
      ...used('get_order', { order_id }, { order_id, status: 'open', owner: name }),
      ...used('cancel_order', { order_id, reason: illness }, { error: `reason ${illness} is unknown to the office` }),
      ...used('lookup_reason', { text: 'sick' }, { code: 'sick' }),
      ...used('cancel_order', { order_id, reason: 'sick' }, { order_id, status: 'cancelled' }),
      [
        'command_exec',
        { command: `python notify.py ${name} --about ${illness}`, exitCode: 1, stderr: `cannot reach ${name}` },
      ] as const,
      ['command_exec', { command: `python notify.py ${name} --later`, exitCode: 0 }] as const,
      said('assistant', `You must always tell ${name} about the ${illness} first.`),
      said('assistant', 'An order must be open before it can be cancelled.'),
      ended(true),
    ];
  });

const NAMES = { ada: ['Adalind', 'measles'], bo: ['Bogdan', 'lumbago'], cy: ['Cyprian', 'scurvy'] } as const;
const PERSONAL = Object.values(NAMES).flat();

const sessionsOf = (...users: (keyof typeof NAMES)[]): SessionSteps[] =>
  users.flatMap((user) => {
    const [name, illness] = NAMES[user];
    return writtenSessions(runsOf(name, illness), user).map(({ sessionId, steps }) => ({
      sessionId,
      steps: steps.map((step) => ({ ...step, user })),
    }));
  });

const withoutUser = (sessions: readonly SessionSteps[]): SessionSteps[] =>
  sessions.map(({ sessionId, steps }) => ({
    sessionId,
    steps: steps.map((step) => {
      const copy = { ...step };
      delete copy.user;
      return copy;
    }),
  }));

const personalIn = (found: CompiledScope['artifacts'] | CompiledScope['memories']): string[] => {
  const shown = JSON.stringify(
    found.map((one) => ('title' in one ? [one.title, one.content, one.tags] : one.body)),
  ).toLowerCase();
  return PERSONAL.filter((word) => shown.includes(word.toLowerCase()));
};

describe('What is compiled from sessions of several end users', () => {
  const { artifacts, memories } = compileScope(sessionsOf('ada', 'bo', 'cy'));

  it('quotes what all of them have, and nothing that only one of them has', () => {
    const shared = artifacts.filter(({ userId }) => userId === undefined);
    expect(new Set(shared.map(({ type }) => type)).size).toBeGreaterThan(1);
    expect(personalIn(shared)).toEqual([]);
    expect(JSON.stringify(shared)).toContain('cancel_order');
    expect(JSON.stringify(shared)).toContain('sick');
    // Without end users the same sessions are quoted word for word.
    expect(personalIn(compileScope(withoutUser(sessionsOf('ada', 'bo', 'cy'))).artifacts)).not.toEqual([]);
  });

  it('says how errors were overcome to the one whose sessions show it, and to all without names', () => {
    for (const user of ['ada', 'bo', 'cy'] as const) {
      const own = memories.filter(({ userId }) => userId === user);
      expect(own.length).toBeGreaterThan(0);
      expect(personalIn(own)).toEqual(NAMES[user].filter((word) => personalIn(own).includes(word)));
    }
    expect(personalIn(memories.filter(({ userId }) => userId === undefined))).toEqual([]);
  });
});

describe('What is compiled from sessions of one end user', () => {
  it('is for this one alone, word for word', () => {
    const { artifacts, memories } = compileScope(sessionsOf('ada'));
    expect(new Set([...artifacts, ...memories].map(({ userId }) => userId))).toEqual(new Set(['ada']));
    expect(personalIn(memories)).toContain('Adalind');
  });

  it('has no end user if the events name none', () => {
    const { artifacts, memories } = compileScope(withoutUser(sessionsOf('ada')));
    expect(new Set([...artifacts, ...memories].map(({ userId }) => userId))).toEqual(new Set([undefined]));
  });
});

describe('A session of several end users', () => {
  it('is about none of them alone', () => {
    const [first] = sessionsOf('ada');
    const steps = (first?.steps ?? []).map((step, at) => ({ ...step, user: at % 2 === 0 ? 'ada' : 'bo' }));
    const { artifacts, memories } = compileScope([{ sessionId: 'group', steps }, ...sessionsOf('cy')]);
    const seen = [...artifacts, ...memories].filter(
      ({ userId }) => userId === undefined || ['ada', 'bo', 'cy'].includes(userId),
    );
    expect(JSON.stringify(seen)).not.toContain('Adalind');
  });
});
