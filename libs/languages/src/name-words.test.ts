import { describe, expect, it } from '@jest/globals';
import { likelyNameWords, nameWords } from './name-words.ts';

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
    expect(likely('In Berlin it rains')).toEqual(['Berlin']);
  });

  it('do not begin a sentence, an item of a list, or what follows a colon', () => {
    expect(likely('Subject: Broken lamp\n- Open the gate\n2. Close it\n"Done" (Maybe)')).toEqual([]);
  });

  it('are no nouns of German, no words of grammar, no months and weekdays, and no single letters', () => {
    expect(likely('Hallo, ich bin Jonas Brandt, und der Wasserhahn ist seit Montag kaputt')).toEqual([
      'Jonas',
      'Brandt',
    ]);
    expect(likely('Der Wasserhahn tropft immer noch. Eine Rechnung fehlt mir auch')).toEqual([]);
    expect(likely("On Monday, and in May, I'm out, plan B. Since Friday it is so")).toEqual(['Since']);
    expect(likely('ask for April Baker in April')).toEqual(['April', 'Baker']);
  });

  it('are codes of four digits, but no years, amounts, times and parts of longer numbers', () => {
    expect(likely('the gate code is 4471')).toEqual(['4471']);
    expect(likely('in 2024, 1700 cents, 1250 €, $4550, 1000.50, 12345, port:8080, 10-1234')).toEqual([]);
  });

  it('are codes of any form if a word says so', () => {
    expect(likely('The safe PIN is 417, and the code: 2041. It was built in 1937')).toEqual(['417', '2041']);
    expect(likely('Der Türcode ist 1985, und das bleibt auch so')).toEqual(['1985']);
  });

  it('are found in linear time, whatever is repeated in a text', () => {
    for (const text of ['A', 'A-', 'Aa', 'Aa ', 'Aa 1', "A'A", '! Aa', '-', 'code ', 'code'])
      for (const read of [nameWords, likelyNameWords]) expect(() => read(text.repeat(70_000))).not.toThrow();
  });
});
