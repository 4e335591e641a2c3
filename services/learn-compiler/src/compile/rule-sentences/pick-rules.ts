import { maskText } from '../text/mask.ts';
import { readRuleWords } from './rule-words.ts';

/** At most this many sentences of a message are kept. */
export const MAX_RULES = 8;
/** At most this many characters of a sentence. A longer sentence is no rule that an agent could follow. */
export const RULE_LIMIT = 240;
const MIN_STEMS = 3;
/** Sentences of a message that are looked at. */
const MAX_SENTENCES = 500;

const SENTENCE_END = /(?<=[.!?…])\s+|\n/u;
/** A sentence of a list or a quotation may carry signs of its layout. */
const LAYOUT = /^[\s>*#•–-]+|^\(?\d{1,2}[.)]\s+|\*\*|__/gu;
/** Clauses that are joined as equals. Clauses that give a reason or a condition stay with what they qualify. */
const JOINT = /; |, (?=(?:but|and|so|yet|aber|und|also|mais|et|donc|pero|y|así que|ma|e|quindi|mas|portanto) )/iu;
const QUALIFIES =
  /^(?:if|since|because|when|once|while|as|unless|until|after|before|although|given|without|for|wenn|falls|weil|da|sobald|solange|obwohl|nachdem|bevor|ohne|si|quand|lorsque|comme|parce|puisque|dès|tant|bien|sans|cuando|como|porque|puesto|ya|aunque|mientras|sin|se|quando|siccome|poiché|dato|anche|mentre|senza|caso|embora|enquanto|sem)\b/iu;
/** A clause that begins so says nothing without the clause before. */
const REFERS = /^(?:which|who|that|it|they|this|so|die|der|das|es|sie|ce|il|elle|lo|la|che|que|isso|ele|ela)\b/iu;
/** A reason that is a rule itself. */
const REASON = /^(?:since|because|as|puisque|comme|como|ya que|poiché|siccome|dato che|já que) ([^,]+), /iu;
const JOINING = /^(?:but|and|so|yet|aber|und|also|mais|et|donc|pero|y|así que|ma|e|quindi|mas|portanto) /iu;
const AMOUNT = /[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥]|(?:dollars?|euros?|pounds?|usd|eur|gbp)\b)/giu;
/** Words in quotes are words; anything else in quotes is a value. */
const QUOTED_WORDS = /["'“”‘’«»`]([\p{L}][\p{L} _-]{0,40})["'“”‘’«»`]/gu;
/** A short whole number (of hours, of days, of pieces) can be part of a rule. */
const SMALL_NUMBER = /(?<![\p{L}\p{N}_#$€£¥.,:/<-])\d{1,3}(?![\p{L}\p{N}_$€£¥:/%-]|[.,]\d)/gu;
const SHIELD = 0xe000;

/** Masks ids, addresses and amounts of money, and keeps small numbers and quoted words. */
function maskCase(sentence: string): string {
  const shielded = sentence
    .replace(/[’‘]/gu, "'")
    .replace(AMOUNT, '<amount>')
    .replace(QUOTED_WORDS, '$1')
    .replace(SMALL_NUMBER, (digits) =>
      [...digits].map((digit) => String.fromCharCode(SHIELD + Number(digit))).join(''),
    );
  return maskText(shielded, RULE_LIMIT).replace(/[\uE000-\uE009]/gu, (sign) => String(sign.charCodeAt(0) - SHIELD));
}

/** The clause that states the rule, without clauses that are only joined to it; the whole sentence if it needs them. */
function mainClause(sentence: string): string {
  const reason = REASON.exec(sentence)?.[1];
  if (reason !== undefined && !REFERS.test(reason) && (readRuleWords(reason)?.stems.length ?? 0) >= MIN_STEMS)
    return reason;
  const clauses = sentence.split(JOINT).map((clause) => clause.replace(JOINING, '').trim());
  const at = clauses.findIndex((clause) => readRuleWords(clause) !== null);
  const clause = clauses[at];
  if (clauses.length < 2 || clause === undefined) return sentence;
  if (clauses.slice(0, at + 1).some((earlier, place) => place < at && QUALIFIES.test(earlier)) || REFERS.test(clause))
    return sentence;
  return clause;
}

/** The rule that a sentence states, in its own words with the case masked; null if it states none. */
function ruleOf(sentence: string): string | null {
  const plain = sentence.replace(LAYOUT, '').trim();
  if (plain.length > RULE_LIMIT * 2 || /[?¿]/u.test(plain)) return null;
  const clause = mainClause(maskCase(plain));
  const read = readRuleWords(clause);
  if (read === null || read.stems.length < MIN_STEMS) return null;
  const rule = clause.replace(read.language.opener, '').replace(/[\s.,;:!…]+$/u, '');
  return rule.length > RULE_LIMIT || read.language.isNoRule.test(rule.toLowerCase()) ? null : rule;
}

/**
 * The sentences of a message that state rules: with modal force, in English, German, French, Spanish, Italian or Portuguese.
 * Questions, courtesies, plans and states of the moment are left out; ids and amounts are masked. At most
 * {@link MAX_RULES} sentences of at most {@link RULE_LIMIT} characters; time grows with the length of the text.
 */
export function pickRules(text: string): string[] {
  const rules = new Set<string>();
  for (const sentence of text.split(SENTENCE_END, MAX_SENTENCES)) {
    const rule = ruleOf(sentence);
    if (rule !== null) rules.add(rule);
    if (rules.size === MAX_RULES) break;
  }
  return [...rules];
}
