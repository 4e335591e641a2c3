import { expect, it } from '@jest/globals';
import type { RankDocument } from './document.ts';
import { TermTable } from './term-table.ts';
import { Vocabulary } from './vocabulary.ts';

const document = (said: string, vocabulary?: Vocabulary): RankDocument => numbered(said.split(' '), vocabulary);

function numbered(terms: readonly string[], vocabulary?: Vocabulary): RankDocument {
  return {
    ...{
      id: terms.join(' '),
      kind: 'memory',
      terms,
      speaker: null,
      sessionId: null,
      position: null,
      part: 0,
      parts: 1,
    },
    ...{ occurredAt: 0, importance: 0.5, confidence: 0.9, asks: false, mentionsTime: false },
    ...(vocabulary && { numbered: vocabulary.keep(terms) }),
  };
}

it('Terms are numbered alike, whether their documents come numbered or not', () => {
  const vocabulary = new Vocabulary();
  vocabulary.add('unused');
  const numbered = new TermTable([
    document('rope sail', vocabulary),
    document('sail storm'),
    document('mast', vocabulary),
  ]);
  vocabulary.add('storm');
  const found = [0, 1, 2].map((d) => [...numbered.numbersOf(d)].map((number) => numbered.term(number)));
  expect(found).toEqual([['rope', 'sail'], ['sail', 'storm'], ['mast']]);
  expect(numbered.numbersOf(0)[1]).toBe(numbered.numbersOf(1)[0]);
  expect(['sail', 'storm', 'tide'].map((term) => numbered.numberOf(term))).toEqual([
    numbered.numbersOf(1)[0],
    numbered.numbersOf(1)[1],
    undefined,
  ]);
  expect(Math.max(...[0, 1, 2].flatMap((d) => [...numbered.numbersOf(d)]))).toBeLessThan(numbered.limit);
  expect(vocabulary.size).toBe(5);
});

it('Terms that resemble a term are found, whether their documents come numbered or not', () => {
  const vocabulary = new Vocabulary();
  const table = new TermTable([document('sail painter', vocabulary), document('paints sail')]);
  vocabulary.add('painting');
  const resembling = (term: string): string[] => table.resembling(term).map((number) => table.term(number));
  expect(resembling('paint')).toEqual(['painter', 'paints']);
  expect(resembling('sail')).toEqual([]);
});

it('A term that a vocabulary gains later is found among those that resemble a term', () => {
  const vocabulary = new Vocabulary();
  vocabulary.add('painter');
  const terms = (): string[] => vocabulary.resembling('paint').map((number) => vocabulary.term(number));
  expect(terms()).toEqual(['painter']);
  vocabulary.add('sail');
  vocabulary.add('paints');
  expect(terms()).toEqual(['painter', 'paints']);
});

it('Documents that are all numbered are read where their vocabulary keeps them', () => {
  const vocabulary = new Vocabulary();
  const [rope, empty, mast] = [['rope', 'sail', 'rope'], [], ['mast']].map((terms) => numbered(terms, vocabulary));
  const { kept } = vocabulary;
  const table = new TermTable([mast, empty, rope].filter((one) => one !== undefined));
  for (let i = 0; i < 100; i++) vocabulary.keep([`later ${String(i)}`]);
  expect(table.numbers).toBe(kept);
  expect([0, 1, 2].map((d) => [...table.numbersOf(d)].map((number) => table.term(number)))).toEqual([
    ['mast'],
    [],
    ['rope', 'sail', 'rope'],
  ]);
  expect([table.size, table.lengthOf(0), table.lengthOf(1), table.lengthOf(2)]).toEqual([3, 1, 0, 3]);
});

it('A vocabulary that forgets a document keeps those beside it', () => {
  const vocabulary = new Vocabulary();
  const [first, second, third] = ['rope sail', 'storm', 'mast rope'].map((said) => vocabulary.keep(said.split(' ')));
  if (second !== undefined) vocabulary.forget(second);
  const termsOf = ({ start, length } = { start: 0, length: 0 }): string[] =>
    [...vocabulary.kept.subarray(start, start + length)].map((number) => vocabulary.term(number));
  expect([first, second, third].map(termsOf)).toEqual([['rope', 'sail'], ['rope'], ['mast', 'rope']]);
});
