import { describe, expect, it } from '@jest/globals';
import type { Candidate } from './candidate.ts';
import { chooseGuides, type NearRequest } from './choose-guides.ts';
import type { CompiledArtifact } from './search-index.ts';

const compiled = (id: string, memoryIds: string[]): CompiledArtifact => ({
  artifact: { id, kind: 'artifact', confidence: 0.5 } as Candidate,
  memoryIds,
});

const request = (id: string, score = 1, sessionId: string | null = id): NearRequest => ({ id, score, sessionId });

const chosen = (artifacts: CompiledArtifact[], near: NearRequest[]): string[] =>
  chooseGuides(artifacts, near).map(({ candidate }) => candidate.id);

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

  it('follow the nearest requests', () => {
    const unequal = [request('a', 10), request('b', 1), request('c', 1)];
    expect(chosen([compiled('of two', ['b', 'c']), compiled('of the nearest', ['a'])], unequal)).toEqual([
      'of the nearest',
    ]);
  });

  it('count a session once, however many of its messages are near', () => {
    const talkative = [1, 2, 3].map((part) => request(`a${String(part)}`, 1, 'a'));
    const guides = chooseGuides(
      [compiled('of a', ['a1', 'a2', 'a3']), compiled('of b and c', ['b', 'c'])],
      [...talkative, request('b'), request('c')],
    );
    expect(guides.map(({ candidate, score }) => [candidate.id, score])).toEqual([['of b and c', 2 / 3]]);
  });

  it('are none without requests', () => {
    expect(chosen([], [])).toEqual([]);
  });
});
