import { LABEL_WORD } from './error-words.ts';

/** Capitals and digits: `TS2345`, `P3006`, `E0308`; an errno: `EACCES`; capitals joined by `_`: `ERR_MODULE_NOT_FOUND`. */
const LETTERS_AND_DIGITS = /^[A-Z]{1,8}\d{1,5}$/;
const CAPITALS = /^(?:E[A-Z]{3,14}|[A-Z]{2,12}(?:_[A-Z\d]{2,20}){1,6})$/;
/** Words before a number that is a code: `HTTP 503`, `[Errno 28]`, `status code 404`. */
const BEFORE_NUMBER = /^[[(]?(?:http(?:\/\d(?:\.\d)?)?|status|code|errno|sqlstate)[:=]?$/i;
const PLAIN_WORD = /^\p{Ll}[\p{Ll}'’-]*$/u;

const core = (word: string): string => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

function isNumberCode(word: string, before: string, after: string): boolean {
  const number = core(word);
  if (!/^\d{1,5}$/.test(number)) return false;
  if (BEFORE_NUMBER.test(before)) return true;
  // `401 Unauthorized`, `curl: (7)`.
  return (/^[45]\d{2}$/.test(word) && /^\p{Lu}\p{Ll}/u.test(after)) || (/^\(\d+\)$/.test(word) && before.endsWith(':'));
}

/**
 * Whether a word is a code, which names the kind of an error. Capitals with digits can also be the id of a thing ("flight AB12 is
 * full"): they are a code if a label or a mark stands beside them, as in `error TS2345:`, `[E0308]`, `code E404`.
 */
export function isCode(word: string, before: string, after: string): boolean {
  const name = core(word);
  if (CAPITALS.test(name) || isNumberCode(word, before, after)) return true;
  if (/^(?:[A-Z]{2,10}\[\w{2,10}\]|\w{1,20}\[[A-Z]{1,8}\d{1,5}\]|HTTP\/\d(?:\.\d)?):?$/.test(word)) return true;
  if (!LETTERS_AND_DIGITS.test(name)) return false;
  const labelled = before === '' || LABEL_WORD.test(core(before)) || /^(?:code|errno|rule)[:=]?$/i.test(before);
  return labelled || /[:\])]$/.test(word) || (after === '' && !PLAIN_WORD.test(before));
}

/** The first code of a line that is no name of a variable: `TS2345`, `EACCES`, `503`. */
export function strictCode(line: string): string | undefined {
  const words = line.split(' ');
  const found = words.find((word, at) => isCode(word, words[at - 1] ?? '', words[at + 1] ?? '') && !word.includes('_'));
  return found === undefined ? undefined : core(found);
}

/** Whether a line has a code. */
export function hasCode(line: string): boolean {
  const words = line.split(' ');
  return words.some((word, at) => isCode(word, words[at - 1] ?? '', words[at + 1] ?? ''));
}
