import { describe, expect, it } from '@jest/globals';
import { terms } from '../text/terms.ts';
import { analyseQuery } from './analyse-query.ts';
import type { RankDocument } from './document.ts';
import { leastScore, weighWords } from './relevance-floor.ts';

const ranked = (text: string, score: number, more: Partial<RankDocument> = {}) => ({
  document: {
    id: text,
    kind: 'memory' as const,
    terms: terms(text),
    speaker: null,
    sessionId: null,
    position: null,
    part: 0,
    parts: 1,
    occurredAt: 0,
    importance: 0.5,
    confidence: 0.9,
    asks: false,
    mentionsTime: false,
    ...more,
  },
  score,
  parts: () => ({}),
});

/** One memory for each score. */
const ranks = (...scores: number[]) => scores.map((score, n) => ranked(`the boiler of the mill leaks ${n}`, score));

/** A population in which each given term occurs once. */
const population = (averageLength: number, ...known: string[]) => ({
  documents: 1_000,
  averageLength: { memory: averageLength, artifact: averageLength },
  documentFrequency: new Map(known.map((term) => [term, 1])),
});

const LONG = 60;

describe('The relevance floor', () => {
  it('is a share of the best score, and lower for a query that asks for an overview', () => {
    const found = ranks(10, 9, 8, 7, 5, 4);
    const floorOf = (query: string) => leastScore(analyseQuery(query), found, population(LONG, 'boiler', 'mill'));
    expect(floorOf('boiler of the mill')).toBeCloseTo(3.3);
    expect(floorOf('a summary of the boiler of the mill')).toBeCloseTo(1.2);
  });

  it('is 55 % of the best score if fewer than eight of many memories reach that, unless the query asks for an overview', () => {
    const floorOf = (query: string, ...scores: number[]) =>
      leastScore(analyseQuery(query), ranks(...scores), population(LONG, 'boiler', 'mill'));
    expect(floorOf('boiler of the mill', 10, 9, 9, 8, 8, 7, 7, 5.4, 5.3)).toBeCloseTo(5.5);
    expect(floorOf('boiler of the mill', 10, 9, 9, 8, 8, 7, 7, 5.5)).toBeCloseTo(3.3);
    expect(floorOf('boiler of the mill', 10, 4)).toBeCloseTo(3.3);
    expect(floorOf('a summary of the boiler of the mill', 10, 9, 9, 8, 8, 7, 7, 4)).toBeCloseTo(1.2);
  });

  it('is lower if none of the three best memories holds half of the query', () => {
    const query = 'boiler and tank of the mill, the harbour, the bridge and the crane';
    const statistics = population(LONG, 'boiler', 'tank', 'mill', 'harbour', 'bridg', 'crane');
    const floorOf = (...best: string[]) =>
      leastScore(
        analyseQuery(query),
        [...best, ...Array.from({ length: 8 }, (_, n) => `the boiler of the mill leaks ${String(n)}`)].map((text, n) =>
          ranked(text, n === 0 ? 10 : 4),
        ),
        statistics,
      );
    const most = 'the boiler, the tank and the crane of the mill';
    const few = 'the boiler of the mill';
    expect(floorOf(few)).toBeCloseTo(2);
    expect(floorOf(few, few, most)).toBeCloseTo(5.5);
    expect(floorOf(few, few, few, most)).toBeCloseTo(2);
  });

  it('is low where texts are short', () => {
    const found = [ranked('the boiler leaks', 10)];
    expect(leastScore(analyseQuery('boiler'), found, population(12, 'boiler'))).toBe(0);
  });

  it('lets nothing pass if the best text shares one word of many with the query', () => {
    const found = [ranked('the engine of the old mill', 10)];
    const statistics = population(LONG, 'engin', 'mill');
    expect(leastScore(analyseQuery('who invented the diesel engine of submarines'), found, statistics)).toBe(Infinity);
    expect(leastScore(analyseQuery('engine of the mill'), found, statistics)).toBeLessThan(10);
  });

  describe('where no memory holds some words of the query', () => {
    const QUERY = 'engine of the mill: submarine, harbour, lighthouse and anchor';
    const OTHERS = ['submarin', 'harbour', 'lighthous', 'anchor'];
    /** Each of the known words is in so many memories. */
    const floorOf = (text: string, { query = QUERY, documents = 1_000, known = [] as string[], times = 20 } = {}) =>
      leastScore(analyseQuery(query), [ranked(text, 10)], {
        ...population(LONG),
        documentFrequency: new Map(['engin', 'mill', ...known].map((term) => [term, times])),
        documents,
      });

    it('has to be covered better', () => {
      expect(floorOf('the engine of the old mill', { known: OTHERS })).toBeLessThan(10);
      expect(floorOf('the engine of the old mill')).toBe(Infinity);
    });

    it('has to be covered better in one word too, and in an overview', () => {
      const asked = { query: 'engine parts', times: 1 };
      expect(floorOf('the old engine', { ...asked, known: ['part'] })).toBeLessThan(10);
      expect(floorOf('the old engine', asked)).toBe(Infinity);
      const overview = { query: 'a summary of engine parts, prices, dealers and owners', times: 1 };
      const known = ['part', 'price', 'dealer', 'owner'];
      expect(floorOf('the old engine', { ...overview, known })).toBeLessThan(10);
      expect(floorOf('the old engine', overview)).toBe(Infinity);
    });

    it('needs one of two words if a tenth of the memories hold it', () => {
      const query = 'the rule for refunds';
      expect(floorOf('a refund takes five days', { query, known: ['refund'], times: 99 })).toBe(Infinity);
      expect(floorOf('a refund takes five days', { query, known: ['refund'], times: 100 })).toBeLessThan(10);
      const longer = { query: 'the rule for refunds of vouchers', known: ['refund'], times: 100 };
      expect(floorOf('a refund takes five days', longer)).toBe(Infinity);
    });

    it('is found by three of its words', () => {
      const held = 'the engine of the old mill in the harbour';
      expect(floorOf(held, { known: ['harbour'] })).toBeLessThan(10);
    });

    it('is covered by a word that is misspelt', () => {
      const query = 'resturant on Main Street';
      expect(
        floorOf('the restaurant burnt down', { query, known: ['restaur', 'main', 'street'], times: 1 }),
      ).toBeLessThan(10);
    });

    it('asks no more of a small population', () => {
      const query = 'engine of the mill: submarine, harbour, lighthouse';
      expect(floorOf('the engine of the old mill', { query, documents: 1_000 })).toBe(Infinity);
      expect(floorOf('the engine of the old mill', { query, documents: 100 })).toBeLessThan(10);
    });
  });

  describe('where each memory holds one word of the query', () => {
    const QUERY = 'Why did the harbour crane of the mill by the railway bridge stop during the storm?';
    const KNOWN = ['harbour', 'crane', 'mill', 'railway', 'bridg', 'stop', 'storm'];
    const turn = (text: string, position: number, sessionId = 's') => ranked(text, 10, { sessionId, position });
    const floorOf = (found: ReturnType<typeof ranked>[], known = KNOWN, documents = 300, length = 20) =>
      leastScore(analyseQuery(QUERY), found, { ...population(length, ...known), documents });

    it('passes if turns close to each other hold two of them together', () => {
      expect(floorOf([turn('the crane is stuck', 4), turn('yes, since the storm', 6)])).toBeLessThan(10);
    });

    it('lets nothing pass where texts are so long that each says by itself what it is about', () => {
      const found = [turn('the crane is stuck', 4), turn('yes, since the storm', 6)];
      expect(floorOf(found, KNOWN, 300, LONG)).toBe(Infinity);
    });

    it('lets nothing pass if these turns are far apart, or of different sessions', () => {
      expect(floorOf([turn('the crane is stuck', 4), turn('yes, since the storm', 8)])).toBe(Infinity);
      expect(floorOf([turn('the crane is stuck', 4), turn('yes, since the storm', 5, 'other')])).toBe(Infinity);
    });

    it('lets nothing pass if no memory of many holds most of the words', () => {
      const found = [turn('the crane is stuck', 4), turn('yes, since the storm', 6)];
      const known = ['crane'];
      expect(floorOf(found, known)).toBe(Infinity);
      expect(floorOf(found, known, 20)).toBeLessThan(10);
    });
  });

  it('knows a word of the query if a memory holds another form of it or a related word', () => {
    const query = { ...analyseQuery('Wo sind die Häuser?'), terms: ['haus', 'harbour'] };
    const wide = { ...query, related: new Map([['harbour', ['port']]]) };
    const isKnown = (asked: typeof query, ...held: string[]) =>
      weighWords(asked, population(LONG, ...held)).map((one) => one.isKnown);
    expect(isKnown(query, 'häuser', 'port')).toEqual([true, false]);
    expect(isKnown(wide, 'häuser', 'port')).toEqual([true, true]);
    expect(isKnown(wide)).toEqual([false, false]);
  });

  it('finds what is said once of many things, in two of four words', () => {
    const statistics = { ...population(LONG), documents: 2_000 };
    const documentFrequency = new Map([
      ['cabin', 6],
      ['lake', 10],
      ['near', 60],
    ]);
    const found = [ranked('At the lake cabin the wireless key is blue-otter', 10)];
    const query = analyseQuery('What is the wifi password of the cabin near the lake?');
    expect(leastScore(query, found, { ...statistics, documentFrequency })).toBeLessThan(10);
  });

  it('lets one word of three be enough where few memories are searched for what the person who asks has said', () => {
    const few = { ...population(8, 'porto'), documents: 20 };
    const floorOf = (query: string, speaker: string, statistics = few) =>
      leastScore(analyseQuery(query), [ranked('in Porto always the old guesthouse', 1, { speaker })], statistics);
    for (const query of ['Which hotel should I book in Porto?', 'Welches Hotel soll ich in Porto buchen?']) {
      expect(floorOf(query, 'user')).toBeLessThan(1);
      expect(floorOf(query, 'assistant')).toBe(Infinity);
      expect(floorOf(query, 'user', population(8, 'porto'))).toBe(Infinity);
    }
    expect(floorOf('Which hotel should I book in Porto?', 'user', { ...few, documents: 500 })).toBeLessThan(1);
    expect(floorOf('Which hotel is cheap in Porto?', 'user')).toBe(Infinity);
    expect(floorOf('Which hotel, museum or bridge should I see in Porto?', 'user')).toBe(Infinity);
  });

  it('lets less of an overview be covered', () => {
    const found = [ranked('the engine of the old mill', 10)];
    const statistics = population(LONG, 'engin', 'mill', 'part', 'price', 'dealer', 'owner');
    const floorOf = (query: string) => leastScore(analyseQuery(query), found, statistics);
    expect(floorOf('engine parts, prices, dealers and owners')).toBe(Infinity);
    expect(floorOf('a summary of engine parts, prices, dealers and owners')).toBeLessThan(10);
  });

  it('lets the only memory of a tiny population pass', () => {
    const statistics = { ...population(2, 'tea'), documents: 1 };
    expect(leastScore(analyseQuery('favourite tea'), [ranked('green tea', 1)], statistics)).toBeLessThan(1);
  });

  it('lets misspelt words pass', () => {
    const found = [ranked('the restaurant was closed', 1)];
    expect(leastScore(analyseQuery('resturant'), found, population(LONG))).toBeLessThan(1);
  });

  it('lets turns of a speaker pass whom the query names', () => {
    const found = [ranked('we went there twice', 1, { speaker: 'Ida' })];
    expect(leastScore(analyseQuery('Which opera house does Ida like?'), found, population(LONG))).toBeLessThan(1);
  });

  it('lets texts pass that come near to the meaning of the query in other words', () => {
    const found = [ranked('she bought an automobile', 1)];
    const floorAt = (nearness: number) => leastScore(analyseQuery('which car'), found, population(LONG), nearness);
    expect([floorAt(0.1), floorAt(0.4)]).toEqual([Infinity, expect.any(Number)]);
    expect(floorAt(0.4)).toBeLessThan(1);
  });
});
