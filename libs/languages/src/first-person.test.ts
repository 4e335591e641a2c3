import { languageOf } from './language-of.ts';
import { describe, expect, it } from '@jest/globals';
import { mayStateOfSelf, speaksOfSelf } from './first-person.ts';

const isAboutAsker = (query: string): boolean => speaksOfSelf(query, languageOf(query));

describe('A query', () => {
  it.each([
    'Where do I work?',
    'Wo sind unsere Koffer?',
    'Où sont mes valises ?',
    'Quand est-ce que j’arrive ?',
    '¿Qué instrumento toco?',
    '¿Dónde trabajo?',
    'Dove lavoro la mattina?',
    'Onde moro agora?',
    'Waar is mijn koffer?',
    '我的箱子在哪里？',
    '僕の鞄はどこですか',
    '저는 어디에 살아요?',
  ])('with %j is about the person who asks', (query) => {
    expect(isAboutAsker(query)).toBe(true);
  });

  it.each([
    'Where does Ida work?',
    'Wo sind die Koffer?',
    '¿Cuál es el precio del barco?',
    'Où sont les valises ?',
    'Dove abita la zia?',
    'Onde fica a praia?',
    '箱子在哪里？',
    '鞄はどこですか',
  ])('with %j is not', (query) => {
    expect(isAboutAsker(query)).toBe(false);
  });
});

describe('A statement', () => {
  it.each([
    'My rent is 900 euros.',
    'Wir wohnen in Kiel.',
    'Vivo en León.',
    'Ahora pagamos más.',
    "J'habite à Lyon.",
    '我住在杭州。',
    '家賃は八万円です。',
  ])('may be about its speaker (%s)', (text) => {
    expect(mayStateOfSelf(text, languageOf(text))).toBe(true);
  });

  it.each([
    'The gate code is 7731.',
    'Das Tor hat den Code 7731.',
    'La puerta tiene el código 7731.',
    'Le code du portail est 7731.',
    '大门密码是七七三一。',
  ])('is not (%s)', (text) => {
    expect(mayStateOfSelf(text, languageOf(text))).toBe(false);
  });
});
