const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts without spaces between words: what looks like one word can be a sentence. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/**
 * Whether a result tells no more than that its call came to an end: nothing, or a single word beside a bare name ("read_file
 * returned: contents", "test run task passed"). A word beside a call with arguments says something of them, and so does any
 * number.
 */
export function saysNothing(call: string, result: string): boolean {
  if (!isBareName(call)) return false;
  const found = result.match(WORD) ?? [];
  return found.length === 0 || (found.length === 1 && !/\p{N}/u.test(result) && !UNSPACED.test(result));
}

/** One word: the name of a tool, or of a test run. */
const isBareName = (call: string): boolean => /^[\p{L}_]*$/u.test(call);
