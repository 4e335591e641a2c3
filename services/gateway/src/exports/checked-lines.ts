import type { ExportCursor } from '@strata/contracts/calls/exports';
import { createHash } from 'node:crypto';

/** The next lines, and where to go on; null at the end. */
export interface LinePage {
  readonly lines: readonly string[];
  readonly cursor: ExportCursor | null;
}

/** The lines of all pages, and a last line with the SHA-256 of all bytes before it and the number of lines. */
export async function* checkedLines(
  first: LinePage,
  read: (cursor: ExportCursor) => Promise<LinePage>,
): AsyncGenerator<string, void, undefined> {
  const hash = createHash('sha256');
  let lines = 0;
  for (let page = first; ; page = await read(page.cursor)) {
    const text = page.lines.map((line) => `${line}\n`).join('');
    hash.update(text);
    lines += page.lines.length;
    if (text !== '') yield text;
    if (page.cursor === null) break;
  }
  yield `${JSON.stringify({ sha256: hash.digest('hex'), lines })}\n`;
}
