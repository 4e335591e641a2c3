import { describe, expect, it } from '@jest/globals';
import { ended, said, used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { readSessions } from '../sessions/read-sessions.ts';
import { symbolRoles } from '../sessions/symbol-roles.ts';
import { requestPolicies } from './request-policies.ts';

type Lines = Parameters<typeof writtenSessions>[0];

function policiesOf(lines: Lines) {
  const sessions = readSessions(writtenSessions(lines));
  return requestPolicies(sessions, symbolRoles(sessions), () => 1).flatMap((draft) =>
    draft.type === 'decision_policy' ? [draft] : [],
  );
}

const session = (request: string, change: string, passed = true): Lines[number] => [
  said('user', request),
  ...used('get_parcel', { id: '7' }, '{"id": "7"}'),
  ...used(change, { id: '7' }, 'done'),
  ended(passed),
];

describe('What requests end in', () => {
  const sessions = [
    session('Please send the broken kettle back', 'return_parcel'),
    session('I would send this lamp back', 'return_parcel'),
    session('The blue chair goes back to you', 'return_parcel', false),
    session('Where does my sofa travel', 'update_route'),
    session('Let the piano travel elsewhere', 'update_route'),
    session('Open a new account for Ada', 'create_account'),
  ];

  it('is said of each change that several tasks made, the most frequent first', () => {
    expect(policiesOf(sessions).map(({ content }) => content.decision)).toEqual([
      'Expect return_parcel',
      'Expect update_route',
    ]);
  });

  it('names the words of such requests, and how many sessions did it and succeeded', () => {
    const [returning] = policiesOf(sessions);
    expect(returning?.content.situation).toContain('send');
    expect(returning?.content).toMatchObject({ support: 3, tasks: 3, alternatives: [] });
    expect(returning?.content.rationale).toContain(
      'such requests ended so; 2 of the 3 runs with this end succeeded, by 1 writer.',
    );
  });

  it('warns of what mostly fails', () => {
    const failing = sessions.map((lines, at) => (at === 1 ? [...lines.slice(0, -1), ended(false)] : lines));
    const titles = (all: Lines) => policiesOf(all).map(({ titles: [title = ''] }) => title);
    expect(titles(failing)[0]).toMatch(
      /^Requests that speak of .*send.* usually end in return_parcel, and mostly fail$/,
    );
    expect(titles(sessions)[0]).toMatch(/usually end in return_parcel$/);
  });

  it('rests on the requests, so that similar requests find it', () => {
    const [returning] = policiesOf(sessions);
    const requests = readSessions(writtenSessions(sessions.slice(0, 3))).flatMap(({ requestEvents }) => requestEvents);
    expect(returning?.evidence).toEqual(expect.arrayContaining(requests));
  });

  it('is not said of reads, of changes that failed, or of sessions that only talk', () => {
    const failing: Lines = [1, 2].map((n) => [
      said('user', `Return parcel number ${String(n)} of the ${n === 1 ? 'red' : 'green'} shop`),
      ...used('return_parcel', { id: String(n) }, 'Error: it is locked'),
      ended(false),
    ]);
    expect(policiesOf(failing)).toEqual([]);
    expect(policiesOf([[said('user', 'Hello')], [said('user', 'Good evening, dear shop')]])).toEqual([]);
  });
});
