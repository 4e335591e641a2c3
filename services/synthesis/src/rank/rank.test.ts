import { describe, expect, test } from '@jest/globals';
import { terms } from '../text/terms.ts';
import { traitsOf } from '../text/traits.ts';
import { analyseQuery } from './analyse-query.ts';
import type { CorpusStatistics, RankDocument } from './document.ts';
import { rank } from './rank.ts';

const DAY = 86_400_000;
const START = Date.UTC(2024, 0, 1);

function turn(id: string, text: string, more: Partial<RankDocument> = {}): RankDocument {
  return {
    id,
    kind: 'memory',
    terms: terms(text),
    speaker: null,
    sessionId: null,
    position: null,
    occurredAt: START,
    importance: 0.5,
    confidence: 0.9,
    ...traitsOf(text),
    ...more,
  };
}

function conversation(sessionId: string, ...said: [speaker: string, text: string][]): RankDocument[] {
  return said.map(([speaker, text], position) =>
    turn(`${sessionId}:${String(position)}`, text, { speaker, sessionId, position }),
  );
}

function statistics(documents: readonly RankDocument[]): CorpusStatistics {
  const documentFrequency = new Map<string, number>();
  for (const document of documents)
    for (const term of new Set(document.terms)) documentFrequency.set(term, (documentFrequency.get(term) ?? 0) + 1);
  const average = documents.reduce((sum, document) => sum + document.terms.length, 0) / documents.length;
  return { documents: documents.length, averageLength: { memory: average, artifact: average }, documentFrequency };
}

function order(query: string, documents: readonly RankDocument[]): string[] {
  return rank(analyseQuery(query), documents, statistics(documents)).map(({ document }) => document.id);
}

describe('rank', () => {
  test('a rare word decides more than a common one', () => {
    const documents = [
      turn('common', 'the server restarted'),
      turn('rare', 'a kernel panic'),
      turn('other', 'another server log'),
    ];
    expect(order('server panic', documents)[0]).toBe('rare');
  });

  test('what nothing speaks for is left out', () => {
    const documents = [turn('hit', 'a red bicycle'), turn('miss', 'green tea')];
    expect(order('bicycle', documents)).toEqual(['hit']);
  });

  test('an answer that shares no word with the query follows its question in', () => {
    const said = conversation(
      's',
      ['Ida', 'Which instrument do you play?'],
      ['Noor', 'The oboe, for ten years.'],
      ['Ida', 'Lovely.'],
    );
    const found = order('instrument', [...said, ...conversation('t', ['Ida', 'Rain again.'], ['Noor', 'Indeed.'])]);
    expect(found).toContain('s:1');
    expect(found).not.toContain('t:0');
    expect(found.indexOf('s:1')).toBeLessThan(found.indexOf('s:2'));
  });

  test('naming a speaker puts what that speaker said before what others said', () => {
    const said = [...conversation('s', ['Ida', 'My garden has roses'], ['Noor', 'My garden has roses'])];
    expect(order('garden of Noor', said)[0]).toBe('s:1');
    expect(order('garden of Ida', said)[0]).toBe('s:0');
  });

  test('a role is no name', () => {
    const said = [
      turn('a', 'cancel the order', { speaker: 'user' }),
      turn('b', 'cancel the order', { speaker: 'assistant' }),
    ];
    const scores = rank(analyseQuery('user order'), said, statistics(said)).map(({ score }) => score);
    expect(scores[0]).toBe(scores[1]);
  });

  test('a date in the query prefers what happened then', () => {
    const documents = [
      turn('june', 'we went hiking', { occurredAt: Date.UTC(2024, 5, 3) }),
      turn('july', 'we went hiking', { occurredAt: Date.UTC(2024, 6, 3) }),
    ];
    expect(order('hiking in June 2024', documents)[0]).toBe('june');
    expect(order('hiking in July', documents)[0]).toBe('july');
  });

  test('a question about time prefers what tells a time', () => {
    const documents = [turn('plain', 'we moved to the new flat'), turn('timed', 'we moved to it last October')];
    expect(order('when did you move', documents)[0]).toBe('timed');
  });

  test('a misspelt word still finds', () => {
    expect(order('resturant', [turn('hit', 'the restaurant was closed'), turn('miss', 'the shop was open')])).toEqual([
      'hit',
    ]);
  });

  test('ids that differ in one place are different ids', () => {
    expect(order('W123456', [turn('other', 'order W123457')])).toEqual([]);
  });

  test('equal scores go to the more important document, then to the newer one', () => {
    const text = 'deploy failed';
    const documents = [
      turn('old', text),
      turn('new', text, { occurredAt: START + DAY }),
      turn('important', text, { importance: 0.8 }),
    ];
    expect(order('deploy', documents)).toEqual(['important', 'new', 'old']);
  });

  test('the order does not depend on the order of the candidates', () => {
    const said = conversation(
      's',
      ['Ida', 'tea or coffee?'],
      ['Noor', 'tea with milk'],
      ['Ida', 'milk is out'],
      ['Noor', 'coffee then'],
    );
    expect(order('milk tea', said.toReversed())).toEqual(order('milk tea', said));
  });

  test('the total is what its parts make', () => {
    const said = conversation('s', ['Ida', 'When is the launch?'], ['Noor', 'The launch is next Friday']);
    for (const { score, parts } of rank(analyseQuery('when is the launch, Noor'), said, statistics(said))) {
      const sum = parts.terms + parts.feedback + parts.neighbours + parts.session + parts.date;
      expect(score).toBeCloseTo(sum * parts.speakerFactor * parts.questionFactor * parts.timeFactor, 10);
    }
  });

  test('an empty query and an empty population find nothing', () => {
    expect(order('', [turn('a', 'text')])).toEqual([]);
    expect(rank(analyseQuery('text'), [], { ...statistics([turn('a', 'x')]), documents: 0 })).toEqual([]);
  });
});
