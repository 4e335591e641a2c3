import { describe, expect, it } from '@jest/globals';
import { languageOf } from './language-of.ts';

describe('The language of a text', () => {
  it.each([
    ['en', 'We moved the piano into the kitchen.'],
    ['en', 'What is on the shelf?'],
    ['de', 'Ich wohne jetzt in der Nähe vom Hafen.'],
    ['de', 'Wann kommt der Klempner?'],
    ['es', '¿Dónde está mi paraguas?'],
    ['es', 'Tengo dos hermanas que viven lejos.'],
    ['fr', "J'habite près du port."],
    ['fr', 'Où est mon parapluie ?'],
    ['it', 'Mi piace il gelato al limone.'],
    ['it', 'Dove sono le mie chiavi?'],
    ['pt', 'Eu moro perto do porto e não tenho carro.'],
    ['pt', 'Onde estão as minhas chaves?'],
    ['nl', 'Ik woon vlak bij de haven.'],
    ['nl', 'Waar zijn mijn sleutels?'],
    ['ru', 'Где мои ключи?'],
    ['zh', '我的钥匙在哪里？'],
    ['ja', '鍵はどこですか'],
    ['ko', '열쇠는 어디에 있어요?'],
  ])('is %s of %j', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it('is unknown for code, for a name and for an empty text', () => {
    expect(languageOf('total += rows.map((row) => row.price).reduce(sum)')).toBeNull();
    expect(languageOf('Valparaíso 2024')).toBeNull();
    expect(languageOf('')).toBeNull();
  });

  it('is that of most of its letters', () => {
    expect(languageOf('The sign says 禁煙, so we went outside.')).toBe('en');
    expect(languageOf('昨日PostgreSQLを更新しました')).toBe('ja');
  });
});
