import { describe, expect, it } from '@jest/globals';
import { terms } from '../text/terms.ts';
import { traitsOf } from '../text/traits.ts';
import { analyseQuery } from './analyse-query.ts';
import type { CorpusStatistics, RankDocument } from './document.ts';
import { RANKING_ARMS, SCORING_ARMS } from '../synthesis/ranking-arms.ts';
import { rank } from './rank.ts';
import type { ScoringArm } from './ranking-arm.ts';

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
    part: 0,
    parts: 1,
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
  const average = documents.reduce((sum, { terms: own }) => sum + own.length, 0) / Math.max(1, documents.length);
  return { documents: documents.length, averageLength: { memory: average, artifact: average }, documentFrequency };
}

const ranked = (query: string, documents: readonly RankDocument[], arms = SCORING_ARMS) =>
  rank(analyseQuery(query), documents, statistics(documents), arms);

const order = (query: string, documents: readonly RankDocument[]): string[] =>
  ranked(query, documents).map(({ document }) => document.id);

describe('A ranking', () => {
  it('puts what names an identifier of the query before what shares more of its words', () => {
    const documents = [
      turn('words', 'a broken lamp was sent again'),
      turn('named', 'w1234567 was opened by the desk, which wrote to the store and waits for an answer of the carrier'),
      ...['w7654321', 'w7654322', 'w7654323'].map((id) => turn(id, `the broken lamp of ${id}`)),
    ];
    expect(order('broken lamp W1234567', documents)[0]).toBe('named');
  });

  it('weighs a rare word more than a common one', () => {
    const documents = [
      turn('common', 'the server restarted'),
      turn('rare', 'a kernel panic'),
      turn('other', 'another server log'),
    ];
    expect(order('server panic', documents)[0]).toBe('rare');
  });

  it('leaves out documents without a score', () => {
    const documents = [turn('hit', 'a red bicycle'), turn('miss', 'green tea')];
    expect(order('bicycle', documents)).toEqual(['hit']);
  });

  it('includes an answer beside its question, though it shares no word with the query', () => {
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

  it('puts turns of a speaker named in the query first', () => {
    const said = [...conversation('s', ['Ida', 'My garden has roses'], ['Noor', 'My garden has roses'])];
    expect(order('garden of Noor', said)[0]).toBe('s:1');
    expect(order('garden of Ida', said)[0]).toBe('s:0');
  });

  it('does not take a role for the name of a speaker', () => {
    const said = [
      turn('a', 'cancel the order', { speaker: 'user' }),
      turn('b', 'cancel the order', { speaker: 'tool' }),
    ];
    const scores = ranked('user order', said).map(({ score }) => score);
    expect(scores[0]).toBe(scores[1]);
  });

  it('puts the served person before the program, unless the query asks what the program said', () => {
    const said = [
      turn('advice', 'Write tests for the tracker first', { speaker: 'assistant' }),
      turn('need', 'Is there a way to add tests to the tracker?', { speaker: 'user' }),
    ];
    expect(order('tests of my tracker', said)[0]).toBe('need');
    expect(order('which tests for the tracker did you recommend first', said)[0]).toBe('advice');
  });

  it('puts long answers of a program, but not its short replies, after the same words of others', () => {
    const words = 'The parcel is at the depot';
    const said = (parts: number) => [
      turn('other', words, { speaker: 'Ida', occurredAt: 1, sessionId: 's', position: 9 }),
      turn('program', words, { speaker: 'assistant', occurredAt: 2, sessionId: 't', position: 5, parts }),
    ];
    expect(order('parcel at the depot', said(2))[0]).toBe('other');
    expect(order('parcel at the depot', said(1))[0]).toBe('program');
  });

  it('weighs words that only ask far less than the subject', () => {
    const documents = [
      turn('subject', 'the budget has grown'),
      turn('asking', 'a comprehensive summary of the conversation'),
      turn('other', 'the weather'),
    ];
    expect(order('Give me a comprehensive summary of the budget in our conversation', documents)[0]).toBe('subject');
  });

  it.each([
    ['I want a refund', 'I want to cancel', 'a refund of the lamp'],
    ['Ich möchte eine Erstattung', 'Ich möchte stornieren', 'Erstattung der Lampe'],
    ['Quiero un reembolso', 'Quiero cancelar un pedido', 'reembolso de la lámpara'],
  ])('finds what %j is about', (query, asking, subject) => {
    const documents = [turn('asking', asking), turn('subject', subject), turn('other', 'Lisboa')];
    expect(order(query, documents)[0]).toBe('subject');
  });

  it('lets other turns come before the second part of a long one', () => {
    const long = ['bees need flowers', 'bees fly far', 'bees like clover'].map((text, part) =>
      turn(`long:${String(part)}`, text, { sessionId: 's', position: 1 + part, part, parts: 3 }),
    );
    const short = turn('short', 'we keep bees in the big garden behind the old house', { sessionId: 't', position: 0 });
    const found = order('bees', [...long, short]);
    expect(found[0]).toMatch(/^long/);
    expect(found[1]).toBe('short');
    expect(found).toHaveLength(4);
  });

  it('takes turns for neighbours, not the parts of a turn', () => {
    const parts = ['the oboe is old', 'the rain goes on', 'and on'].map((text, part) =>
      turn(`long:${String(part)}`, text, { sessionId: 's', position: part, part, parts: 3 }),
    );
    const next = turn('next', 'a surprise', { sessionId: 's', position: 3 });
    const found = ranked('oboe', [...parts, next]);
    const partsOf = (id: string) => found.find(({ document }) => document.id === id)?.parts()['neighbours'] ?? 0;
    expect(partsOf('long:1')).toBe(0);
    expect(partsOf('next')).toBeGreaterThan(0);
  });

  it('prefers documents of the date that the query names', () => {
    const documents = [
      turn('june', 'we went hiking', { occurredAt: Date.UTC(2024, 5, 3) }),
      turn('july', 'we went hiking', { occurredAt: Date.UTC(2024, 6, 3) }),
    ];
    expect(order('hiking in June 2024', documents)[0]).toBe('june');
    expect(order('hiking in July', documents)[0]).toBe('july');
  });

  it('prefers documents that mention a time if the query asks for one', () => {
    const documents = [turn('plain', 'we moved to the new flat'), turn('timed', 'we moved to it last October')];
    expect(order('when did you move', documents)[0]).toBe('timed');
  });

  it('finds a misspelt word', () => {
    expect(order('resturant', [turn('hit', 'the restaurant was closed'), turn('miss', 'the shop was open')])).toEqual([
      'hit',
    ]);
  });

  it('does not mix up ids that differ in one character', () => {
    expect(order('W123456', [turn('other', 'order W123457')])).toEqual([]);
  });

  it('puts the more important of equal documents first, then the newer one', () => {
    const text = 'deploy failed';
    const documents = [
      turn('old', text),
      turn('new', text, { occurredAt: START + DAY }),
      turn('important', text, { importance: 0.8 }),
    ];
    expect(order('deploy', documents)).toEqual(['important', 'new', 'old']);
  });

  it('does not depend on the order of the candidates', () => {
    const said = conversation(
      's',
      ['Ida', 'tea or coffee?'],
      ['Noor', 'tea with milk'],
      ['Ida', 'milk is out'],
      ['Noor', 'coffee then'],
    );
    expect(order('milk tea', said.toReversed())).toEqual(order('milk tea', said));
  });

  it('explains each score by the sum of its parts times the factors', () => {
    const said = conversation('s', ['Ida', 'When is the launch?'], ['Noor', 'The launch is next Friday']);
    const documents = ranked('when is the launch, Noor', said);
    expect(documents).toHaveLength(2);
    for (const { score, parts } of documents) {
      const { total, ...others } = parts();
      const factors = Object.entries(others).filter(([part]) => part.endsWith('Factor'));
      const summands = Object.entries(others).filter(([part]) => !part.endsWith('Factor'));
      const sum = summands.reduce((all, [, value]) => all + value, 0);
      expect(score).toBeCloseTo(
        factors.reduce((product, [, value]) => product * value, sum),
        10,
      );
      expect(total).toBe(score);
    }
  });

  it('finds nothing for an empty query or in an empty population', () => {
    expect(order('', [turn('a', 'text')])).toEqual([]);
    expect(ranked('text', [])).toEqual([]);
  });
});

describe('A ranking arm', () => {
  const documents = [turn('plain', 'the boat left'), turn('vital', 'the boat sank', { importance: 1 })];
  const arm: ScoringArm = {
    name: 'importance',
    kind: 'factor',
    weight: 5,
    appliesTo: ({ dates }) => dates.length === 0,
    matches: ({ importance }) => importance > 0.9,
  };

  it('scores, is explained and is timed once it is in the list', () => {
    const timed: string[] = [];
    const [first, second] = rank(
      analyseQuery('boat'),
      documents,
      statistics(documents),
      [...SCORING_ARMS, arm],
      (name, work) => {
        timed.push(name);
        return work();
      },
    );
    expect(first?.document.id).toBe('vital');
    expect(first?.parts()['importanceFactor']).toBe(5);
    expect(second?.parts()['importanceFactor']).toBe(1);
    expect(timed).toContain('importance');
  });

  it('changes nothing about a query that it does not apply to', () => {
    expect(ranked('boat in 2024', documents, [...SCORING_ARMS, arm]).map(({ score }) => score)).toEqual(
      ranked('boat in 2024', documents).map(({ score }) => score),
    );
  });

  it('has a name of its own', () => {
    const names = RANKING_ARMS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
