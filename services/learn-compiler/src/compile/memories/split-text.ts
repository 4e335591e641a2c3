/** Maximum number of characters of a memory. A paragraph or sentence is cut only if it is longer itself. */
export const PART_LIMIT = 800;

function splitAt(text: string, boundary: RegExp): string[] {
  return text.split(boundary).filter((piece) => piece !== '');
}

function hardCut(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > PART_LIMIT) {
    const space = rest.lastIndexOf(' ', PART_LIMIT);
    let at = space > PART_LIMIT / 2 ? space + 1 : PART_LIMIT;
    if (/[\uD800-\uDBFF]/.test(rest.charAt(at - 1))) at--;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/** Splits after each boundary, so that joining the pieces restores the text. */
const FINER: readonly RegExp[] = [/(?<=\n[ \t]*\n)/, /(?<=\n)/, /(?<=[.!?…]["')\]]?\s)/];

function pieces(text: string, level: number): string[] {
  if (text.length <= PART_LIMIT) return [text];
  const boundary = FINER[level];
  return boundary === undefined ? hardCut(text) : splitAt(text, boundary).flatMap((piece) => pieces(piece, level + 1));
}

/** Splits a long text at paragraphs, then lines, then sentences, into parts of at most {@link PART_LIMIT} characters. */
export function splitText(text: string): string[] {
  if (text.length <= PART_LIMIT) return [text];
  const parts: string[] = [];
  let current = '';
  for (const piece of pieces(text, 0)) {
    if (current !== '' && current.length + piece.length > PART_LIMIT) {
      parts.push(current.trim());
      current = '';
    }
    current += piece;
  }
  parts.push(current.trim());
  return parts.filter((part) => part !== '');
}
