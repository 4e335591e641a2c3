/** Bits that random characters are estimated to have: no one guesses them. */
const MIN_BITS = 72;
/** Pieces of a value: runs of letters or digits, and what separates them. */
const PIECE = /[A-Za-z]+|\d+|[^A-Za-z\d]+/g;
/** One word, perhaps with a capital, or several written together: `harbourMaster`. */
const WORDS = /[A-Z]?[a-z]{3,}|[A-Z]{4,}/g;
const SEPARATOR = /^[^A-Za-z\d]/;
const HEX = /^[\da-f-]+$/i;
const BITS = { digit: 3.3, hexDigit: 4, letter: 4.7, letterOfAnyCase: 5.7, other: 2 } as const;
/** A longer number is a date, an amount or a sequence. */
const MAX_DIGITS = 6;
/** Fewer letters, beside words, are those of a date or an amount. */
const MIN_LETTERS = 6;
const MIN_LENGTH = 20;
const TRIGRAM = 3;
const UUID = /^[\da-f]{8}-[\da-f]{4}-(?<version>[\da-f])[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/i;
/** Encodings that people put around a password. */
const ENCODED = [
  { encoding: 'hex', form: /^(?:[2-7][\da-f])+$/i },
  { encoding: 'base64', form: /^[A-Za-z\d+/_-]{8,}={0,2}$/ },
] as const;
const PRINTABLE = /^[\t\n\r\x20-\x7e]+$/;
const MAX_ENCODINGS = 2;

/**
 * Whether a value has the entropy of a generated token, and cannot be guessed: at least 20 characters with
 * 72 bits. Words, numbers and repetitions count little or nothing, so passwords and passphrases that people choose do not have
 * it. An encoded text has as much as the text. A UUID has it if it is random (version 4).
 */
export function hasTokenEntropy(value: string): boolean {
  const { version } = UUID.exec(value)?.groups ?? {};
  if (version !== undefined) return version === '4';
  const plain = decoded(value);
  return plain.length >= MIN_LENGTH && !/\s/.test(plain) && bitsOf(plain) >= MIN_BITS;
}

function decoded(value: string, times = MAX_ENCODINGS): string {
  if (times === 0) return value;
  for (const { encoding, form } of ENCODED) {
    const text = form.test(value) ? Buffer.from(value, encoding).toString('latin1') : '';
    if (PRINTABLE.test(text)) return decoded(text, times - 1);
  }
  return value;
}

function bitsOf(value: string): number {
  const isHex = HEX.test(value);
  const letter = isHex
    ? BITS.hexDigit
    : /[a-z]/.test(value) && /[A-Z]/.test(value)
      ? BITS.letterOfAnyCase
      : BITS.letter;
  const pieces = value.match(PIECE) ?? [];
  let bits = 0;
  let letters = 0;
  for (const [index, piece] of pieces.entries()) {
    if (SEPARATOR.test(piece)) bits += BITS.other;
    else if (/^\d/.test(piece)) bits += BITS.digit * Math.min(piece.length, MAX_DIGITS);
    else if (isHex) letters += piece.length;
    else letters += randomLetters(piece, isAlone(pieces[index - 1]) && isAlone(pieces[index + 1]));
  }
  return letters < MIN_LETTERS ? 0 : (bits + letter * letters) * variety(value);
}

/** Whether nothing or a separator is beside a piece. */
const isAlone = (neighbour: string | undefined): boolean => neighbour === undefined || SEPARATOR.test(neighbour);

/** How many letters of a piece belong to no word. */
const randomLetters = (piece: string, isAWord: boolean): number =>
  isAWord && /^[A-Za-z]?(?:[a-z]*|[A-Z]*)$/.test(piece) ? 0 : piece.replace(WORDS, '').length;

/** From 0 to 1; 1 if no three characters occur twice. */
function variety(value: string): number {
  const all = Math.max(1, value.length - TRIGRAM + 1);
  const distinct = new Set(Array.from({ length: all }, (_, at) => value.slice(at, at + TRIGRAM)));
  return distinct.size / all;
}
