import type { MemoryKind } from '@strata/contracts/schemas/memory';
import type { AlphabetLanguage } from '@strata/languages/function-words';
import { isReaction, namesSpeaker, tellsOfSpeaker } from './reactions.ts';
import { CONTENT, isAnswer, isEmpty, languagesOf, RULE, withoutApostrophes, wordsOf } from './small-talk.ts';
import { isUnspacedSmallTalk } from './small-talk-words.ts';

/** To whom a speaker speaks: a named person to people, a user to a program, a program to a user. */
export type Speaker = 'person' | 'user' | 'program';

const SENTENCES = /(?<=[.!…][")’]?)\s+|(?<=[?？][")’]?)\s*|(?<=[。！])|(?<!\s)\s+[-–—]+\s+|\n+/u;
const ASKS = /[?？]["')\]’”]?$|(?:吗|呢|か|까|나요)[。.]?$/u;
/** A longer question to a program describes a problem. */
const MOST_WORDS_OF_A_QUESTION = 10;
/** A question in a script without spaces, about as long. */
const MOST_CHARACTERS_OF_A_QUESTION = 25;
/** What somebody shows while they react or ask: `[image: a harbour]`. */
const ATTACHMENT = /\[\p{L}+: [^[\]]*\]/gu;
const CODE = /[[\]{}<>@/\\`]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const UNSPACED_SELF = /我|私|僕|俺|저[는의가도]|나[는의도]|제가|내가|우리/u;

/**
 * Whether a message is no memory of its own, but may help to find the turns around it: each of its sentences asks, reacts to what
 * somebody said, or closes. A question that says something of who asks is none of these, and neither is a sentence with a
 * number, code or a name.
 */
export function isSideText(text: string, speaker: Speaker, kind: MemoryKind): boolean {
  if (kind === 'decision' || kind === 'plan' || RULE.test(text)) return false;
  const words = text.replace(/<3/gu, '').trim();
  const said = words.replace(ATTACHMENT, '').trim();
  const sentences = sentencesOf(said);
  // "Take a look!" hands an attachment over. "No, I do not." answers.
  if (sentences.length === 0 || (sentences.length === 1 && said !== words)) return false;
  if (isAnswer(withoutApostrophes(said), wordsOf(said).length)) return false;
  const about = { speaker, languages: languagesOf(said), isRequest: kind === 'request' };
  return sentences.every((sentence) =>
    ASKS.test(sentence.trimEnd()) ? isBareQuestion(sentence, about) : saysNothing(sentence, about),
  );
}

/** The sentences of a text that have a word. */
export const sentencesOf = (text: string): string[] =>
  text.split(SENTENCES).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

interface Message {
  readonly speaker: Speaker;
  readonly languages: readonly AlphabetLanguage[];
  /** It asks its reader to do something. */
  readonly isRequest: boolean;
}

function isBareQuestion(sentence: string, { speaker, languages, isRequest }: Message): boolean {
  if (speaker === 'program') return !CONTENT.test(sentence);
  if (CODE.test(sentence) || (isRequest && (speaker === 'user' || CONTENT.test(sentence)))) return false;
  if (UNSPACED.test(sentence))
    return !UNSPACED_SELF.test(sentence) && (speaker === 'person' || sentence.length <= MOST_CHARACTERS_OF_A_QUESTION);
  if (speaker === 'person') return !languages.some((language) => tellsOfSpeaker(sentence, language));
  return (
    !/\p{N}/u.test(sentence) &&
    wordsOf(sentence).length <= MOST_WORDS_OF_A_QUESTION &&
    !namesSpeaker(sentence, languages)
  );
}

function saysNothing(sentence: string, { speaker, languages }: Message): boolean {
  if (CONTENT.test(sentence)) return false;
  if (isUnspacedSmallTalk(sentence)) return true;
  if (UNSPACED.test(sentence)) return false;
  const plain = withoutApostrophes(sentence);
  return (
    languages.some((language) => isEmpty(plain, language)) || (speaker === 'person' && isReaction(sentence, languages))
  );
}
