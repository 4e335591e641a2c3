import { isNumberWord } from '@strata/languages/number-words';
import { UNIT, wordSet, type ClaimLanguage } from './languages.ts';
import { GENERAL_WEIGHT, isFunctionWord, readWords } from './read-words.ts';

/** The words that show where the subject of a clause ends. */
interface SubjectGrammar {
  readonly determiners: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
  /** Verbs that are words of grammar, and frequent ones. */
  readonly verbs: ReadonlySet<string>;
  /** What another word than these and those of grammar may be, unless its place shows that it is a noun. */
  readonly mayBeVerb: (word: string, isFirst: boolean) => boolean;
  /**
   * A subject and its verb, each word by its kind: d determiner, p preposition, o one that may stand before what is counted, v known
   * verb, s what may be a verb, n number, c any other word of content. It ends with the first word that is a verb.
   */
  readonly pattern: RegExp;
}

const isLower = (word: string): boolean => /^\p{Ll}{2}/u.test(word);
/** Plurals, and verbs about one thing. */
const ENDS_IN_S = /[^siu]s$/u;

const ROMANCE = /^(?:d[cs](?:c|[op]d?[cs]|p?n(?=[vop]))*?[vs]|c(?:c|[op]d?[cs]|p?n(?=[vop]))*?v)/u;

const GRAMMARS: Readonly<Partial<Record<ClaimLanguage, SubjectGrammar>>> = {
  en: {
    determiners: wordSet('a an the my our your his her its their this that each every'),
    prepositions: wordSet('of in on at from for with by to near under over behind between beside about'),
    verbs: wordSet(
      `is are was were isn aren has have had hasn haven do does did doesn don can cannot could will won would should shall may might must
      wants want needs need costs takes starts ends leaves opens closes runs uses goes comes works lives gets keeps stays lies shows fails lacks waits belongs contains`,
    ),
    mayBeVerb: (word, isFirst) => ENDS_IN_S.test(word) && (isFirst || isLower(word)),
    // The verb of a plural has no ending that shows it.
    pattern: /^d?(?:c(?:c|[op]d?[cs]|p?n(?=[vop]|sd))*?[vs]|s(?:c|[op]d?[cs]|p?n(?=[vop]))*?v)/u,
  },
  de: {
    determiners: wordSet(
      `der die das des dem den ein eine einem einen einer eines mein meine meinem meinen meiner meines unser unsere unserem unseren unserer unseres
      sein seine seinem seinen seiner seines ihr ihre ihrem ihren ihrer ihres dieser diese dieses diesem diesen jeder jede jedes jedem jeden`,
    ),
    prepositions: wordSet(
      'an am auf aus bei beim für im in mit nach neben über unter vom von vor zu zum zur zwischen hinter gegen',
    ),
    verbs: wordSet(
      'ist sind war waren hat haben hatte hatten wird werden kann können muss müssen soll sollen sollte will wollen möchte möchten braucht gibt geht',
    ),
    // Nouns have a capital letter.
    mayBeVerb: isLower,
    pattern: /^(?:ds?c(?:c|d?s?c|[op]d?s?c|p?n)*?[vs]|c(?:c|[op]d?s?c|p?n)*?[vs])/u,
  },
  es: {
    determiners: wordSet(
      'el la los las un una mi mis nuestro nuestra nuestros nuestras su sus este esta estos estas ese esa cada',
    ),
    prepositions: wordSet('de del a al en para con por sobre entre'),
    verbs: wordSet(
      `es está son están era eran estaba ha han tiene tienen quiere quieren necesita necesitan puede pueden debe deben va van
      cuesta sigue queda falta pide usa lleva abre cierra sale llega empieza termina funciona falla pierde trabaja vive contiene espera`,
    ),
    // After its noun stands an adjective or the verb: in either case the noun is of the subject.
    mayBeVerb: isLower,
    pattern: ROMANCE,
  },
  fr: {
    determiners: wordSet('le la les l un une mon ma mes notre nos son sa ses leur leurs ce cet cette ces chaque'),
    prepositions: wordSet('de du des d à au aux en dans sur sous pour avec chez par'),
    verbs: wordSet(
      `est sont était étaient a ont avait va vont veut veulent peut peuvent doit doivent fait
      coûte reste manque utilise demande marche fonctionne contient ouvre ferme part arrive commence finit travaille habite perd attend`,
    ),
    mayBeVerb: isLower,
    pattern: ROMANCE,
  },
};

/** "A team of 7" is counted, "the train at 7" is not. */
const COUNTED = wordSet('of von de');
/** "Dana is the release manager" says who it is: what stands before the verb is the value. */
const SAYS_WHO = /(?<![\p{L}\p{M}])(?:is|are|ist|sind|es|son|est|sont)$/u;
const INDEFINITE = wordSet('a an un una une ein eine einen einem einer');
const TOKEN = /#?[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-.,:/_][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*|\S/gu;
/** The French article and preposition before a vowel. */
const ELISION = /(?<=(?<!\p{L})[ld])['’]/giu;
/** "Terminal A", but not the speaker. */
const LABEL = /^[A-HJ-Z]$/u;

/**
 * What a clause is about: the words and numbers before its verb, such as "invoice 1041" in "Invoice 1041 is unpaid." Undefined
 * where the verb is not found. A verb that is found too early is no harm, since the subject then has fewer words. One that is found
 * too late would make a value a part of the subject, so any word that is unusual in a subject ends the search.
 */
export function readSubject(text: string, language: ClaimLanguage): string[] | undefined {
  const grammar = GRAMMARS[language];
  if (grammar === undefined) return undefined;
  const tokens = text.replace(ELISION, ' ').match(TOKEN) ?? [];
  const kinds = tokens.map((token, at) => kindOf(token, at === 0, grammar, language)).join('');
  const verb = (grammar.pattern.exec(kinds)?.[0].length ?? 0) - 1;
  if (verb < 0 || saysWho(tokens.slice(verb, verb + 2), grammar)) return undefined;
  const { words, numbers } = readWords(tokens.slice(0, verb).join(' ').toLowerCase(), language);
  return [...Object.entries(words).flatMap(([word, weight]) => (weight > GENERAL_WEIGHT ? [word] : [])), ...numbers];
}

function kindOf(token: string, isFirst: boolean, grammar: SubjectGrammar, language: ClaimLanguage): string {
  const word = token.toLowerCase();
  if (!isFirst && LABEL.test(token)) return 'c';
  if (grammar.verbs.has(word)) return 'v';
  if (grammar.determiners.has(word)) return 'd';
  if (grammar.prepositions.has(word)) return COUNTED.has(word) ? 'o' : 'p';
  if (/^#?\d/u.test(word) || isNumberWord(word)) return 'n';
  if (!/^\p{L}/u.test(word) || UNIT.test(word) || isFunctionWord(word, language)) return 'x';
  return grammar.mayBeVerb(token, isFirst) ? 's' : 'c';
}

function saysWho([verb = '', next = '']: readonly string[], { determiners }: SubjectGrammar): boolean {
  const word = next.toLowerCase();
  return SAYS_WHO.test(verb) && determiners.has(word) && !INDEFINITE.has(word);
}
