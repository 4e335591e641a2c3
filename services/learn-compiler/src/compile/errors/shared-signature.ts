import { compareText } from '../text/words.ts';
import { errorPieces, maskPiece } from './error-template.ts';

/** One sighting of an error: its line, and the piece of work in which it occurred. */
export interface Sighting {
  line: string;
  session: string;
  task: string;
}

/** A variable word with the marks that all of its values share: `<value>:`. */
function between(pieces: readonly string[]): string {
  const [first = ''] = pieces;
  const open = /^[^\p{L}\p{N}]*/u.exec(first)?.[0] ?? '';
  const close = /[^\p{L}\p{N}]*$/u.exec(first)?.[0] ?? '';
  return `${pieces.every((piece) => piece.startsWith(open)) ? open : ''}${VARIES}${pieces.every((piece) => piece.endsWith(close)) ? close : ''}`;
}

const MAX_COMPARED = 200;

/** An even selection of a list, with its first and last. */
const evenly = (lines: readonly string[]): readonly string[] =>
  lines.length <= MAX_COMPARED
    ? lines
    : Array.from(
        { length: MAX_COMPARED },
        (_, at) => lines[Math.floor((at * (lines.length - 1)) / (MAX_COMPARED - 1))] ?? '',
      );

/** What differs from one occurrence to the next. */
const VARIES = '<value>';

/** A compound of words, perhaps between marks: `subprocess-exited-with-error`. */
const WORDS = /^\P{L}*\p{L}+(?:[-_]\p{L}+)*\P{L}*$/u;

/** Whether a piece that is equal in all occurrences is shown as it is, seen in so many tasks (of a command: in so many sessions). */
function isShown(piece: string, masked: string, seen: number, ofCommand: boolean): boolean {
  if (masked === piece) return true;
  const numbered = /\d/.test(piece);
  if (ofCommand) return seen > 1 || !numbered;
  return !numbered && (seen > 1 || (WORDS.test(piece) && !/["'`]/.test(piece)));
}

/**
 * The signature of one kind of error, learned from its occurrences as in log template mining (He et al., "Drain", ICWS 2017): what is
 * equal in all of them is shown as it is, what differs is masked. What may be the name of one customer's thing (a quoted text, a path) is shown
 * only if it is equal in several tasks, and with a digit never. Of a command it is shown, with a digit only if several sessions have it.
 */
export function sharedSignature(sightings: readonly Sighting[], ofCommand: boolean): string {
  const lists = evenly([...new Set(sightings.map(({ line }) => line))].sort(compareText)).map(errorPieces);
  const [first = []] = lists;
  const even = lists.every((pieces) => pieces.length === first.length);
  const pieces = even ? first : lists.reduce((a, b) => (b.length < a.length ? b : a), first);
  const seen = new Set(sightings.map(({ task, session }) => (ofCommand ? session : task)));
  return pieces
    .map((piece, at) => {
      const masked = maskPiece(piece, pieces[at - 1] ?? '', pieces[at + 1] ?? '');
      if (!even) return masked;
      const equal = lists.every((other) => other[at] === piece);
      if (equal) return isShown(piece, masked, seen.size, ofCommand) ? piece : masked;
      const alike = lists.every(
        (other) => maskPiece(other[at] ?? '', other[at - 1] ?? '', other[at + 1] ?? '') === masked,
      );
      return alike && masked !== piece ? masked : between(lists.map((other) => other[at] ?? ''));
    })
    .join(' ');
}
