import { describe, expect, test } from '@jest/globals';
import { traitsOf } from './traits.ts';

describe('traitsOf', () => {
  test.each(['How are you?', 'Nice! Where did you go? Tell me!', '你好吗？', 'Is it yours? [image: a blue boat]'])(
    '%s asks',
    (text) => {
      expect(traitsOf(text).asks).toBe(true);
    },
  );

  test.each(['I am fine.', 'Where was I? Ah yes, we took the early train to the coast.'])('%s tells', (text) => {
    expect(traitsOf(text).asks).toBe(false);
  });

  test.each([
    'We met yesterday.',
    'It was in October',
    'Since 2019 or so',
    'next week then',
    'on 2024-05-08',
    'at 10:30',
    'am 3. März',
    'le mois de février',
    '我们昨天去了',
    'две недели назад',
  ])('%s tells a time', (text) => {
    expect(traitsOf(text).mentionsTime).toBe(true);
  });

  test.each(['You may come.', 'The build failed.', 'Sun and sand'])('%s tells no time', (text) => {
    expect(traitsOf(text).mentionsTime).toBe(false);
  });
});
