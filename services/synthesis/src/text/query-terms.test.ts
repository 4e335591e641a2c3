import { describe, expect, it } from '@jest/globals';
import { queryTerms } from './query-terms.ts';
import { terms } from './terms.ts';

/** Whether a text holds a word of a query, in any of its forms. */
const shares = (query: string, text: string, word: number): boolean => {
  const found = queryTerms(query);
  const term = found.terms[word] ?? '';
  const own = new Set(terms(text));
  return [term, ...(found.forms.get(term) ?? []).map(({ stem }) => stem)].some((stem) => own.has(stem));
};

describe('The terms of a query', () => {
  it('are stems of English without stop words, as in the index', () => {
    const { terms: found, forms } = queryTerms('Who was painting the walls?');
    expect(found).toEqual(terms('paints a wall'));
    expect(forms.size).toBe(0);
  });

  it.each([
    ['Wo arbeiten meine Schwestern?', 'Meine Schwester mag es hier.', 3],
    ['¿Cuándo visitamos los museos?', 'Nos gusta el museo que está en la plaza.', 3],
    ["Où est-ce que j'ai acheté mes lampes ?", 'La lampe est dans le salon.', 8],
    ['Quali musei sono aperti di sera?', 'Il museo è bello.', 1],
    ['Onde compramos as lâmpadas?', 'A lâmpada da sala não funciona.', 3],
    ['Hoeveel lampen heb ik gekocht?', 'De lamp is kapot en ik heb geen nieuwe.', 1],
  ])('find words of %j in %j', (query, text) => {
    const found = queryTerms(query).terms.map((_, i) => shares(query, text, i));
    expect(found).toContain(true);
  });

  it.each([
    ['我住在哪个城市？', '我们搬到了南京，住得很好'],
    ['私はどの町に住んでいますか？', '妹も札幌に住むことになりました'],
    ['犬の名前は何ですか', '犬はハチといいます'],
    ['나는 어디에 살고 있나요?', '저는 부산에 살아요'],
  ])('of %j are what bears its meaning, and found in %j', (query, text) => {
    const found = queryTerms(query).terms;
    const own = new Set(terms(text));
    expect(found.filter((term) => own.has(term)).length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(4);
  });

  it('are of all languages where a word may be a name, and guesses then', () => {
    const { terms: found, forms } = queryTerms('Who lives in Bremen now?');
    const name = found.find((term) => term === 'bremen') ?? '';
    expect(forms.get(name)).toContainEqual({ stem: 'brem', isGuess: true });
    expect([...forms.keys()]).toEqual(['bremen']);
  });

  it('have the stems of English too, by which texts were indexed before their language was detected', () => {
    const { terms: found, forms } = queryTerms('Wo sind meine Lampen und meine Häuser?');
    const all = [...found, ...[...forms.values()].flat().map(({ stem }) => stem)];
    expect(all).toEqual(expect.arrayContaining(['haus', 'häuser']));
  });
});
