import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readJsonLines } from './json-lines.ts';

const LINES = ['{"type":"export","id":"xpt_1"}\n', '{"type":"event","event":{"payload":{"content":"Grüße 🚢"}}}\n'];
const sum = (lines: readonly string[]): string =>
  `${JSON.stringify({ sha256: createHash('sha256').update(lines.join('')).digest('hex'), lines: lines.length })}\n`;

/** A response whose bytes arrive in parts of this size. */
function responseOf(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text);
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  );
  return new Response(
    new ReadableStream({
      pull: (controller) => {
        const part = parts.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(part);
      },
    }),
  );
}

async function read(text: string, size = 7): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of readJsonLines(responseOf(text, size))) values.push(value);
  return values;
}

describe('A response in JSON Lines', () => {
  it.each([1, 2, 7, 4096])('is read whole in parts of %i bytes', async (size) => {
    const text = LINES.join('') + sum(LINES);
    await expect(read(text, size)).resolves.toEqual(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    );
  });

  it.each([
    ['a changed line', LINES.join('').replace('ü', 'u') + sum(LINES)],
    ['a missing line', (LINES[0] ?? '') + sum(LINES)],
    ['a line too many', [...LINES, ...LINES].join('') + sum(LINES)],
    ['another order', LINES.toReversed().join('') + sum(LINES)],
  ])('is refused with %s', async (_, text) => {
    await expect(read(text)).rejects.toMatchObject({ name: 'StrataError', code: 'checksum_mismatch' });
  });

  it.each([
    ['without its last line', LINES.join('')],
    ['within a line', LINES.join('') + sum(LINES).slice(0, 30)],
    ['with lines after the checksum', LINES.join('') + sum(LINES) + (LINES[1] ?? '')],
    ['empty', ''],
  ])('is refused if it ends %s', async (_, text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'connection_failed' });
  });

  it('is refused if a line is not JSON', async () => {
    await expect(read('<html>\n')).rejects.toMatchObject({ code: 'unexpected_response' });
  });
});
