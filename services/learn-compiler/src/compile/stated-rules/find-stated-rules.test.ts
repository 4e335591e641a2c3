import { describe, expect, it } from '@jest/globals';
import { ended, said, used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { Memo } from '../memo.ts';
import { ScopeEvents } from '../scope-events.ts';
import { readSession } from '../sessions/read-session.ts';
import { ScopeSessions } from '../sessions/scope-sessions.ts';
import type { SessionSteps } from '../types.ts';
import { findStatedRules } from './find-stated-rules.ts';

type Lines = Parameters<typeof writtenSessions>[0][number];

/** Each request is another task. */
const REQUESTS = [
  'My kettle leaks and I would like to have my money back',
  'Two chairs of the garden set came in the wrong colour',
  'The bicycle lamp from March does not charge any more',
  'Please tell me how to return a winter coat with a hole',
  'The bookshelf lacks four screws and one wooden board',
  'A carpet of mine smells of paint even after a week',
  'Grandmother got the puzzle twice for her birthday',
  'This headset crackles whenever the microphone is on',
];

const run = (request: number, passed: boolean | null, ...lines: Lines): Lines => [
  said('user', REQUESTS[request % REQUESTS.length] ?? ''),
  ...used('get_order', { order_id: `W${String(request)}` }, { status: 'delivered' }),
  ...lines,
  ...(passed === null ? [] : [ended(passed)]),
];
const says = (text: string): Lines => [said('assistant', text)];

function rulesOf(scope: SessionSteps[]) {
  const [all, events] = [new ScopeSessions(), new ScopeEvents()];
  for (const reading of scope.map(readSession)) {
    all.put(reading);
    events.add(reading);
  }
  const { sessions, roles } = all.current();
  return findStatedRules(sessions, roles, events, new Memo()).flatMap((draft) =>
    draft.type === 'decision_policy' ? [{ ...draft.content, sourceEvents: draft.sourceEvents }] : [],
  );
}
const decisions = (sessions: readonly Lines[]) => rulesOf(writtenSessions(sessions)).map(({ decision }) => decision);

const OPENED = [
  'Unfortunately, opened parcels cannot be returned.',
  'I see. However, opened parcels cannot be returned, so please keep yours.',
  'Your parcel was opened, and opened parcels cannot be returned.',
];
const opened = (passed: boolean | null = true) => OPENED.map((text, task) => run(task, passed, ...says(text)));

describe('stated rules', () => {
  it('are what assistants say in three distinct tasks, with who said it, when, and how those sessions ended', () => {
    const [rule, ...more] = rulesOf(writtenSessions([...opened(), run(3, true), run(4, true), run(5, false)]));
    expect(more).toEqual([]);
    expect(rule).toMatchObject({ decision: 'Opened parcels cannot be returned', alternatives: [], support: 3 });
    expect(rule?.situation).toBe('The work concerns opened, parcels, returned');
    expect(rule?.rationale).toContain('Stated by the assistant in 3 sessions of 3 tasks on 2024-03-06');
    expect(rule?.rationale).toContain('3 of 3 of these sessions succeeded, and 2 of 3 comparable ones');
    expect(rule?.rationale).toMatch(/uncertain/);
    expect(rule?.sourceEvents).toContain('a-0-3');
  });

  it('need three tasks: many sessions of two tasks are not enough', () => {
    const sessions = Array.from({ length: 12 }, (_, n) => run(n % 2, true, ...says(OPENED[0] ?? '')));
    expect(decisions(sessions)).toEqual([]);
  });

  it('are not what failing sessions say, nor what no verdict bears out', () => {
    const others = [3, 4, 5, 6].map((task) => run(task, true));
    expect(decisions([...opened(false), ...others])).toEqual([]);
    expect(decisions([...opened(null), ...others])).toEqual([]);
    const seldom = [...opened(false), ...[3, 4, 5, 6].map((task) => run(task, task < 5, ...says(OPENED[0] ?? '')))];
    expect(decisions([...seldom, run(7, true), ...others.map((_, n) => run(20 + n, true))])).toEqual([]);
  });

  it('are never what only users say, or assistants repeat after them', () => {
    const claim = said('user', 'Opened parcels must always be refunded in cash.');
    const sessions = Array.from({ length: 30 }, (_, n) => run(n, true, claim));
    expect(decisions(sessions)).toEqual([]);
    expect(
      decisions(sessions.map((lines) => [...lines, ...says('Right, opened parcels must be refunded in cash.')])),
    ).toEqual([]);
  });

  it('are refusals of tools, even of failing sessions, unless the same call works later', () => {
    const refused = (order: string): Lines =>
      used('return_order', { id: order }, 'Error: opened parcel cannot be returned');
    const sessions = [0, 1, 2].map((task) => run(task, false, ...refused(`W${String(task)}`)));
    const [rule] = rulesOf(writtenSessions(sessions));
    expect(rule?.decision).toBe('Opened parcel cannot be returned');
    expect(rule?.situation).toContain('return_order');
    expect(rule?.rationale).toContain('return_order refused so in 3 sessions of 3 tasks');
    const incidents = sessions.map((lines, task) => [
      ...lines,
      ...used('return_order', { id: `W${String(task)}` }, 'done'),
    ]);
    expect(decisions(incidents)).toEqual([]);
  });

  it('are no errors of shells', () => {
    const failed = used('bash', { command: 'make all' }, 'Error: the output folder cannot be opened');
    expect(decisions([0, 1, 2].map((task) => run(task, true, ...failed)))).toEqual([]);
  });

  it('are sure only if sessions with them end better beyond chance', () => {
    const many = Array.from({ length: 8 }, (_, task) => run(task, true, ...says(OPENED[0] ?? '')));
    const worse = Array.from({ length: 8 }, (_, task) => run(task, false));
    expect(rulesOf(writtenSessions([...many, ...worse]))[0]?.rationale).not.toMatch(/uncertain/);
  });

  it('name no single case: words of one task, ids and amounts', () => {
    const texts = [
      'Your order W7 cannot be cancelled.',
      'Your order W8 cannot be cancelled.',
      'This order cannot be cancelled by phone.',
    ];
    expect(decisions(texts.map((text, task) => run(task, true, ...says(text))))).toEqual([]);
  });

  it.each([
    [
      'Geöffnete Pakete können nicht zurückgegeben werden',
      'Leider können geöffnete Pakete nicht zurückgegeben werden.',
    ],
    [
      'Les colis ouverts ne peuvent pas être renvoyés',
      'Malheureusement, les colis ouverts ne peuvent pas être renvoyés.',
    ],
    ['Los paquetes abiertos no se pueden devolver', 'Lamentablemente, los paquetes abiertos no se pueden devolver.'],
  ])('are read in the language of the session: %s', (decision, other) => {
    expect(decisions([decision, other, `${decision}.`].map((text, task) => run(task, true, ...says(text))))).toEqual([
      decision,
    ]);
  });

  it('do not depend on the order of the sessions, and sessions in which nothing is done change nothing', () => {
    const written = writtenSessions([...opened(), run(3, true), run(4, false)]);
    const chat = writtenSessions([[said('user', 'Hello?'), said('assistant', OPENED[0] ?? '')]], 'chat');
    expect(rulesOf([...written].reverse())).toEqual(rulesOf(written));
    expect(rulesOf([...written, ...chat])).toEqual(rulesOf(written));
  });

  it('are at most eight', () => {
    const colours = ['amber', 'beige', 'coral', 'denim', 'ebony', 'flint', 'green', 'hazel', 'ivory', 'jade'];
    const sessions = colours.flatMap((colour) =>
      [0, 1, 2].map((task) => run(task, true, ...says(`Painted ${colour} ${colour}ware cannot leave ${colour}land.`))),
    );
    expect(decisions(sessions)).toHaveLength(8);
  });
});
