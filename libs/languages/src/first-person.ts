import type { Language } from './language-of.ts';

const FIRST_PERSON =
  /(?<!\p{L})(?:i|my|me|mine|myself|we|our|us|ich|mein\p{L}*|mir|mich|wir|unser\p{L}*|j['’]ai|je|mon|ma|mes|nous|notre|nos|yo|mi|mis|mí|nosotros|nuestr\p{L}+|eu|meus?|minhas?|io|mio|mia|miei|noi|ik|mijn|j['’]\p{L}+|m['’]\p{L}+|я|мой|моя|мои|мне|мы|наш\p{L}*)(?!\p{L})|我|我们|咱|私|僕|俺|わたし|ぼく|나는|내가|저는|제가|우리|나의|저의/iu;
/** Languages that leave the pronoun out: the verb ends in -o. */
const WITHOUT_PRONOUN: ReadonlyMap<Language | null, RegExp> = new Map([
  ['es', verb('qué|quién|cuál|cuáles|dónde|adónde|cómo|cuándo|cuánto|cuánta|cuántos|cuántas', 'soy|estoy|voy|doy|he')],
  ['it', verb('che|cosa|chi|quale|quali|dove|come|quando|quanto|quanta|quanti|quante', 'ho')],
  ['pt', verb('que|quem|qual|quais|onde|aonde|como|quando|quanto|quanta|quantos|quantas', 'sou|estou|vou|dou|sei')],
]);

/** A Spanish sentence that begins with a verb of the first person: "Vivo en", "Ahora pagamos". */
const STATES_OF_SELF =
  /(?:^|[.;:,!]\s+)(?:(?:ya|no|ahora|hoy|también|nunca)\s+){0,2}(?:\p{L}{2,}(?:o|mos)|soy|estoy|voy|doy|he)(?!\p{L})/iu;

/** Whether a text may state something of its speaker. Japanese seldom names the subject, so any text in it may. */
export const mayStateOfSelf = (text: string, language: Language | null): boolean =>
  language === 'ja' || FIRST_PERSON.test(text) || (language === 'es' && STATES_OF_SELF.test(text));

/** Whether a query speaks of "I", "my" or "we": of the person who asks. */
export const speaksOfSelf = (query: string, language: Language | null): boolean =>
  FIRST_PERSON.test(query) || (WITHOUT_PRONOUN.get(language)?.test(query) ?? false);

/** A question word, up to one word ("qué ciudad"), and a verb of the first person; a noun after an article is none. */
function verb(questions: string, irregular: string): RegExp {
  return new RegExp(
    `(?<!\\p{L})(?:${questions}) (?:\\p{L}+ )??(?<!(?<!\\p{L})(?:el|al|del|un|il|lo|o|do|no|ao|um|este|ese|su|tu|mio|suo) )(?:\\p{L}{2,}o|${irregular})(?!\\p{L})`,
    'iu',
  );
}
