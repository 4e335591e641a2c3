import { describe, expect, it } from '@jest/globals';
import { likelyNameWords, nameRuns, nameWords } from './name-words.ts';

describe('Words of names and addresses', () => {
  const likely = (text: string): string[] => [...likelyNameWords(text)];

  it('have a capital within a sentence, or stand next to another word with one, or before a number', () => {
    expect(likely("Hi, this is Amara Nwosu. Bring it to 18 Tanner Row; O'Neill is at home.")).toEqual([
      'Amara',
      'Nwosu',
      'Tanner',
      'Row',
      "O'Neill",
    ]);
    expect(likely('Unfortunately it broke. Please ask. Lindenhain 4 is right')).toEqual(['Lindenhain']);
  });

  it('are no nouns of German, months and weekdays, nor single letters', () => {
    expect(likely('Guten Abend, ich bin Jonas Brandt, und meine Kaffeemaschine ist seit Montag kaputt')).toEqual([
      'Guten',
      'Abend',
      'Jonas',
      'Brandt',
    ]);
    expect(likely("On Monday, and in May, I'm out, plan B")).toEqual([]);
    expect(likely('ask for April Baker in April')).toEqual(['April', 'Baker']);
  });

  it('are codes of four digits, but no years, amounts, times and parts of longer numbers', () => {
    expect(likely('the gate code is 4471')).toEqual(['4471']);
    expect(likely('in 2024, 1700 cents, 1250 €, $4550, 1000.50, 12345, port:8080, 10-1234')).toEqual([]);
  });

  it('are read in linear time', () => {
    for (const text of ['A', 'A-', 'Aa', 'Aa ', 'Aa 1', "A'A"])
      expect(nameWords(text.repeat(30_000)).size).toBeLessThan(10_000);
  });
});

it('Words of one name are found together', () => {
  expect(nameRuns('Is Amara Nwosu at home?')).toEqual([
    { words: ['Is', 'Amara', 'Nwosu'], isNumbered: false, beginsSentence: true },
  ]);
});
