import { describe, expect, it } from '@jest/globals';
import { analyseQuery } from '../rank/analyse-query.ts';
import { termWeights } from '../rank/query-weights.ts';
import { terms } from '../text/terms.ts';
import type { Candidate } from './candidate.ts';
import { isAboutRequests } from './is-about-requests.ts';
import { termMatcher } from './match-terms.ts';

const REQUESTS = [
  'I want to return a lamp from my order',
  'Please cancel my order',
  'My order has not arrived',
  'I need help with an order',
  'My vase arrived broken, I want a refund',
  'Meine Vase ist kaputt, ich möchte eine Erstattung',
  'Mi jarrón está roto, quiero un reembolso',
];

function isAbout(text: string): boolean {
  const documents = REQUESTS.map((request) => terms(request));
  const documentFrequency = new Map<string, number>();
  for (const document of documents)
    for (const term of new Set(document)) documentFrequency.set(term, (documentFrequency.get(term) ?? 0) + 1);
  const statistics = { documents: REQUESTS.length, averageLength: { memory: 5, artifact: 5 }, documentFrequency };
  const query = analyseQuery(text);
  const match = termMatcher(termWeights(query, new Set(), statistics), statistics);
  const requests = documents.map((document) =>
    match({ kind: 'memory', termText: ` ${document.join(' ')} `, length: document.length } as Candidate),
  );
  return isAboutRequests(query, requests, statistics);
}

describe('A query', () => {
  it('is about the work of requests if it is close to one of them', () => {
    expect(isAbout('Can I return this lamp?')).toBe(true);
  });

  it('is about it if it uses the words that the entries mostly use, though it is close to none', () => {
    expect(isAbout('There is an issue with an order')).toBe(true);
  });

  it.each([
    'The glass was broken when it came, can I have my money back?',
    'Das Glas ist kaputt, bekomme ich mein Geld zurück?',
    'El vaso llegó roto, ¿me devuelven mi dinero?',
  ])('is about it if one speaks of oneself in other words to an agent that knows few: %s', (query) => {
    expect(isAbout(query)).toBe(true);
  });

  it.each(['I want to sing in a choir', 'Ich möchte in einem Chor singen', 'Quiero cantar en un coro'])(
    'is about something else if it only asks like the requests: %s',
    (query) => {
      expect(isAbout(query)).toBe(false);
    },
  );

  it('is about something else if the requests know few of its words', () => {
    expect(isAbout('Will it rain in Lisbon tomorrow morning?')).toBe(false);
    expect(isAbout('Which lamp did the poet praise in her second novel?')).toBe(false);
  });
});
