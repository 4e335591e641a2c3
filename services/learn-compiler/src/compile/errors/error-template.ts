import { isCode } from './error-codes.ts';

/** A piece of an error line: a word, or a quoted text with what is attached to it. */
const PIECE = /(?:(?<![\p{L}\p{N}])"[^"\n]{0,200}"|(?<![\p{L}\p{N}])'[^'\n]{0,200}'|`[^`\n]{0,200}`|[^\s])+/gu;
const QUOTED = /(?<![\p{L}\p{N}])"[^"\n]{0,200}"|(?<![\p{L}\p{N}])'[^'\n]{0,200}'|`[^`\n]{0,200}`/gu;

const LINE_LIMIT = 240;

/** The start of an error's line, as it is kept: whitespace folded, at most 240 characters. */
export function boundedError(line: string): string {
  return line
    .slice(0, 4 * LINE_LIMIT)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LINE_LIMIT)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
}

/** The pieces of a line. Quoted texts are one piece, so that lines that differ only in what they quote have equally many. */
export const errorPieces = (line: string): string[] => boundedError(line).match(PIECE) ?? [];

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/^\w{2,10}:\/\//, '<url>'],
  [/^[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})*$/, '<email>'],
  [/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i, '<id>'],
  [/^(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{7,64}$/i, '<id>'],
  [/^\d{4}-\d{2}-\d{2}/, '<date>'],
  [/^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?$/, '<time>'],
  [/^[-+]?\d[\d.,:]*(?:%|[a-zA-Zµ]{1,3})?$/, '<n>'],
  [/[\\/]/, '<path>'],
  [/^[\w@~-]+(?:\.[\w-]+)*\.[a-z][a-z\d]{0,4}$/, '<path>'],
  [/\d/, '<id>'],
  [/^\p{L}+(?:[-_]\p{L}+)+$/u, '<value>'],
];

function maskCore(text: string): string {
  for (const [pattern, mask] of MASKS) if (pattern.test(text)) return mask;
  return text;
}

/** A piece with what may vary masked: quoted texts, numbers, ids, paths and compounds. Words and codes stay. */
export function maskPiece(piece: string, before: string, after: string): string {
  if (isCode(piece, before, after)) return piece;
  const unquoted = piece.replace(QUOTED, '<value>');
  if (unquoted !== piece) return unquoted.replace(/\d+/g, '<n>');
  const open = /^[^\p{L}\p{N}./~\\+-]*/u.exec(piece)?.[0] ?? '';
  const inner = /^.*[\p{L}\p{N}/\\]/u.exec(piece.slice(open.length))?.[0] ?? '';
  const close = piece.slice(open.length + inner.length);
  const assigned = /^([A-Za-z_]\w{0,40}=)(.+)$/.exec(inner);
  const masked = assigned === null ? maskCore(inner) : `${assigned[1] ?? ''}${maskCore(assigned[2] ?? '')}`;
  return `${open}${masked}${close}`;
}

/** A line with what may vary masked: equal for errors of one kind. */
export function errorTemplate(line: string): string {
  const pieces = errorPieces(line);
  if (/^\S+: command not found$/.test(pieces.join(' '))) return '<value>: command not found';
  return pieces.map((piece, at) => maskPiece(piece, pieces[at - 1] ?? '', pieces[at + 1] ?? '')).join(' ');
}
