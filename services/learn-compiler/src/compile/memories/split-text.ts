/** Maximum number of characters of a memory, unless the message is very long. Nothing shorter is cut. */
export const PART_LIMIT = 800;
/** A message that would give more parts gets longer ones: one request must not become tens of thousands of memories. */
const MOST_PARTS = 64;

function splitAt(text: string, boundary: RegExp): string[] {
  return text.split(boundary).filter((piece) => piece !== '');
}

function hardCut(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const space = rest.lastIndexOf(' ', limit);
    let at = space > limit / 2 ? space + 1 : limit;
    if (/[\uD800-\uDBFF]/.test(rest.charAt(at - 1))) at--;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/** Splits after each boundary, so that joining the pieces restores the text. */
const FINER: readonly RegExp[] = [/(?<=\n[ \t]*\n)/, /(?<=\n)/, /(?<=[.!?…]["')\]]?\s)/];

function pieces(text: string, level: number, limit: number): string[] {
  if (text.length <= limit) return [text];
  const boundary = FINER[level];
  return boundary === undefined
    ? hardCut(text, limit)
    : splitAt(text, boundary).flatMap((piece) => pieces(piece, level + 1, limit));
}

/**
 * Splits a long text at paragraphs, then lines, then sentences, into at most 64 parts of {@link PART_LIMIT} characters, or of as
 * many as it takes. Nothing is left out.
 */
export function splitText(text: string): string[] {
  for (let limit = PART_LIMIT; ; limit *= 2) {
    const parts = splitInto(text, limit);
    if (parts.length <= MOST_PARTS) return parts;
  }
}

function splitInto(text: string, limit: number): string[] {
  if (text.length <= limit) return [text];
  const parts: string[] = [];
  let current = '';
  for (const piece of pieces(text, 0, limit)) {
    if (current !== '' && current.length + piece.length > limit) {
      parts.push(current.trim());
      current = '';
    }
    current += piece;
  }
  parts.push(current.trim());
  return parts.filter((part) => part !== '');
}
