import { validationError } from '@strata/kernel/errors';

/** Words that people use as passwords. Lower case, without accents. */
const WORDS = `
  password passwort kennwort passwd passphrase parola senha motdepasse contrasena clave secret geheim secreto segreto
  admin administrator root user guest test tester testing default master system login logon access welcome willkommen
  bienvenue bienvenido letmein changeme change hello hallo bonjour hola iloveyou loveyou love you please trustno sunshine
  princess dragon monkey shadow superman batman spiderman starwars pokemon football baseball basketball soccer hockey
  liverpool arsenal chelsea freedom flower whatever computer internet server database office windows google facebook
  michael jennifer jordan charlie thomas daniel summer winter spring autumn sommer herbst monday friday january february
  march april june july august september october november december qwerty qwertz azerty strata company
`
  .split(/\s+/)
  .filter((word) => word !== '');

/** Lines on which a finger walks. */
const LINES = [
  ...['012345678901234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop'],
  ...['yxcvbnm', 'azertyuiop', 'qsdfghjklm', 'wxcvbn', '1q2w3e4r5t6y7u8i9o0p', '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p'],
].flatMap((line) => [line, [...line].reverse().join('')]);

const SHORTEST_WORD = 4;
const SHORTEST_WALK = 3;
/** A password of fewer different characters is a pattern. */
const FEWEST_CHARACTERS = 5;

const LETTERS: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' },
  ...{ '@': 'a', $: 's', '!': 'i', '€': 'e', '|': 'l' },
};

/**
 * Whether a password is among the first that anyone would guess: one common word or one of the user's own names, also
 * repeated, whatever its case, digits and signs; walks over the keyboard; or very few characters.
 * @param own the user's address, name and tenant
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const text = plain(password);
  if (new Set(text).size < FEWEST_CHARACTERS) return true;
  const words = [...WORDS, ...own.flatMap((name) => [name, localPartOf(name)]).flatMap(wordsOf)];
  const middle = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const spelled = middle.replace(/[^\p{L}]/gu, (sign) => LETTERS[sign] ?? '');
  const forms = [text.replace(/[^\p{L}\p{N}]/gu, ''), lettersOf(text), spelled];
  return forms.some((form) => form !== '' && (words.some((word) => isRepetitionOf(form, word)) || isMadeOfWalks(form)));
}

/** Errors: `validation_error` on `field` for a common password. */
export function rejectCommonPassword(
  field: string,
  password: string,
  own: readonly (string | null | undefined)[],
): void {
  const names = own.filter((name) => name !== null && name !== undefined);
  if (!isCommonPassword(password, names)) return;
  const message = 'is too easy to guess: a common password, or one made of your address or names';
  throw validationError(`${field} ${message}`, [{ field, message }]);
}

/** Lower case, without accents and compatibility forms. */
const plain = (text: string): string => text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '');

/** The part of an e-mail address before its domain. */
const localPartOf = (address: string): string => address.slice(0, Math.max(0, address.lastIndexOf('@')));

/** The words in a name or an address, and all of them together. */
const wordsOf = (name: string): string[] =>
  [lettersOf(plain(name)), ...plain(name).split(/[^\p{L}]+/u)].filter((word) => word.length >= SHORTEST_WORD);

const isRepetitionOf = (text: string, word: string): boolean =>
  text.length % word.length === 0 && text === word.repeat(text.length / word.length);

/** Whether a text can be cut into walks. */
function isMadeOfWalks(text: string): boolean {
  const reached = new Set([0]);
  for (let at = 0; at < text.length; at += 1) {
    if (!reached.has(at)) continue;
    const walk = longestWalk(text, at);
    for (let length = SHORTEST_WALK; length <= walk; length += 1) reached.add(at + length);
  }
  return reached.has(text.length);
}

/** How many characters from a place on are next to each other on one line. */
function longestWalk(text: string, from: number): number {
  let longest = 0;
  for (const line of LINES) {
    const start = line.indexOf(text.charAt(from));
    if (start < 0) continue;
    let length = 1;
    while (start + length < line.length && text[from + length] === line[start + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}
