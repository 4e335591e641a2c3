const BOUNDARY = /(?<=[.!?…]["'”’)\]]{0,4})\s+|(?<=[。！？])|\n+/gu;

/** Sentences and lines with the space after them: joined, they are the text. */
export function sentences(text: string): string[] {
  const found: string[] = [];
  let start = 0;
  for (const { index, 0: space } of text.matchAll(BOUNDARY)) {
    const end = index + space.length;
    if (text.slice(start, end).trim() !== '') {
      found.push(text.slice(start, end));
      start = end;
    }
  }
  return start < text.length ? [...found, text.slice(start)] : found;
}
