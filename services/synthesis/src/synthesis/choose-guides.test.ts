import { describe, expect, it } from '@jest/globals';
import type { Candidate } from './candidate.ts';
import { chooseGuides, type Guide, type NearRequest } from './choose-guides.ts';

const guide = (id: string): Candidate => ({ id, kind: 'artifact', confidence: 0.5, termText: id }) as Candidate;

const compiled = (id: string, memoryIds: string[], coverage = 0): Guide => ({
  artifact: guide(id),
  memoryIds,
  coverage,
});

const about = (changes: string[], guide: Guide): Guide => ({ ...guide, artifact: { ...guide.artifact, changes } });

const request = (id: string, score = 1, session = id): NearRequest => ({ id, score, session });

const chosen = (artifacts: Guide[], near: NearRequest[], queryTerms: string[] = []): string[] =>
  chooseGuides(artifacts, near, new Set(queryTerms)).map(({ candidate }) => candidate.id);

describe('The guides of a query', () => {
  const near = ['a', 'b', 'c', 'd', 'e'].map((id) => request(id));

  it('are what most sessions with similar requests led to, best first', () => {
    const artifacts = [
      compiled('rare', ['e']),
      compiled('usual', ['a', 'b', 'c', 'd']),
      compiled('often', ['c', 'd', 'e']),
    ];
    expect(chosen(artifacts, near).slice(0, 2)).toEqual(['usual', 'often']);
  });

  it('leave out what few of the sessions led to', () => {
    expect(chosen([compiled('usual', ['a', 'b', 'c', 'd']), compiled('rare', ['e'])], near)).toEqual(['usual']);
  });

  it('include narrower artifacts of the same sessions', () => {
    expect(chosen([compiled('goal', ['a', 'b', 'c', 'd']), compiled('its rule', ['b'])], near)).toEqual([
      'goal',
      'its rule',
    ]);
  });

  it('begin with procedures, whatever else more sessions led to', () => {
    const steps = { ...compiled('steps', ['a', 'b', 'c']), artifact: { ...guide('steps'), subtype: 'task_schema' } };
    expect(chosen([compiled('policy', ['a', 'b', 'c', 'd']), steps], near)).toEqual(['steps', 'policy']);
  });

  it('follow the nearest requests', () => {
    // Squared, 9 against 4 and 4.
    const unequal = [request('a', 3), request('b', 2), request('c', 2)];
    expect(chosen([compiled('of two', ['b', 'c']), compiled('of the nearest', ['a'])], unequal)).toEqual([
      'of the nearest',
      'of two',
    ]);
    const far = [request('a', 10), request('b', 1), request('c', 1)];
    expect(chosen([compiled('of two', ['b', 'c']), compiled('of the nearest', ['a'])], far)).toEqual([
      'of the nearest',
    ]);
  });

  it('stand higher if their own words cover the query', () => {
    const equal = [request('a'), request('b')];
    const artifacts = [compiled('cancel_order', ['a']), compiled('refund_order', ['b'], 0.8)];
    expect(chosen(artifacts, equal)).toEqual(['refund_order', 'cancel_order']);
  });

  it('share the votes for one change, however few sessions each of them rests on', () => {
    const artifacts = [
      about(['cancel'], compiled('how to cancel', ['a', 'b', 'c', 'd', 'e'])),
      about(['refund'], compiled('how to refund', ['a', 'b'])),
      about(['refund'], compiled('when to refund', ['c'])),
      about(['close'], compiled('how to close', ['d', 'e'])),
    ];
    expect(chosen(artifacts, near)).toEqual(['how to cancel', 'how to refund', 'when to refund']);
  });

  it('are left out if one of their changes has few votes', () => {
    const artifacts = [
      about(['cancel'], compiled('how to cancel', ['a', 'b', 'c'])),
      about(['cancel', 'close'], compiled('how to cancel and close', ['c'])),
    ];
    expect(chosen(artifacts, near)).toEqual(['how to cancel']);
  });

  it('are about a change that the query names, even if fewer sessions led to it', () => {
    const artifacts = [
      about(['return_order'], compiled('how to return', ['a', 'b', 'c', 'd', 'e'])),
      about(['cancel_order'], compiled('how to cancel', ['d', 'e'])),
    ];
    expect(chosen(artifacts, near)).toEqual(['how to return']);
    expect(chosen(artifacts, near, ['cancel', 'order'])).toEqual(['how to cancel', 'how to return']);
  });

  it('move with feedback, but never behind a second guide of another change', () => {
    const withBalance = (given: Guide, balance: number): Guide => ({
      ...given,
      artifact: { ...given.artifact, balance },
    });
    const artifacts = [
      withBalance(about(['return'], compiled('how to return', ['a', 'b', 'c'])), -1),
      about(['return'], compiled('when to return', ['a', 'b', 'c'])),
      withBalance(about(['refund'], compiled('how to refund', ['d', 'e'])), -1),
    ];
    expect(chosen(artifacts, near)).toEqual(['when to return', 'how to refund', 'how to return']);
  });

  it('begin with the best of each change', () => {
    const artifacts = [
      about(['return'], compiled('how to return', ['a', 'b', 'c'])),
      about(['return'], compiled('when to return', ['a', 'b', 'c'])),
      about(['refund'], compiled('how to refund', ['d', 'e'])),
    ];
    expect(chosen(artifacts, near)).toEqual(['how to return', 'how to refund', 'when to return']);
  });

  it('are about a change, unless as many sessions did without', () => {
    const change = about(['return'], compiled('how to return', ['a', 'b']));
    expect(chosen([change, compiled('hand over', ['c'])], near)).toEqual(['how to return']);
    expect(chosen([change, compiled('hand over', ['c', 'd'])], near)).toEqual(['how to return', 'hand over']);
  });

  it('count a session once, however many of its messages are near', () => {
    const talkative = [1, 2, 3].map((part) => request(`a${String(part)}`, 1, 'a'));
    const guides = chooseGuides(
      [compiled('of a', ['a1', 'a2', 'a3']), compiled('of the others', ['b', 'c', 'd'])],
      [...talkative, request('b'), request('c'), request('d')],
      new Set(),
    );
    expect(guides.map(({ candidate, score }) => [candidate.id, score])).toEqual([['of the others', 3 / 4]]);
  });

  it('stand in one order, however the database orders what it finds', () => {
    const weighed = [request('a', 0.1), request('b', 0.2), request('c', 0.3), request('d', 0.7)];
    const rule = { ...compiled('rule', ['a', 'b', 'c']), artifact: { ...guide('rule'), termText: ' before ' } };
    const goal = { ...compiled('goal', ['c', 'b', 'a']), artifact: { ...guide('goal'), termText: ' after ' } };
    expect(chosen([rule, goal], weighed)).toEqual(['goal', 'rule']);
    expect(chosen([goal, rule], weighed)).toEqual(['goal', 'rule']);
  });

  it('are none without requests', () => {
    expect(chosen([], [])).toEqual([]);
  });
});
