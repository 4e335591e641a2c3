import { expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { checkedLines, type LinePage } from './checked-lines.ts';

const pages = new Map<string | null, LinePage>([
  [null, { lines: ['{"at":1}', '{"at":"ä"}'], cursor: { part: 'events', after: '7' } }],
  ['7', { lines: [], cursor: { part: 'memories', after: '9' } }],
  ['9', { lines: ['{"at":3}'], cursor: null }],
]);
const pageAt = (after: string | null): LinePage => pages.get(after) ?? { lines: [], cursor: null };

test('the last line has the checksum and the number of the lines before it', async () => {
  const chunks: string[] = [];
  for await (const chunk of checkedLines(pageAt(null), ({ after }) => Promise.resolve(pageAt(after))))
    chunks.push(chunk);
  const whole = chunks.join('');
  const before = '{"at":1}\n{"at":"ä"}\n{"at":3}\n';
  const sha256 = createHash('sha256').update(before).digest('hex');
  expect(whole).toBe(`${before}${JSON.stringify({ sha256, lines: 3 })}\n`);
});

test('a page that cannot be read ends the lines without a last line', async () => {
  const chunks: string[] = [];
  const reading = async (): Promise<void> => {
    for await (const chunk of checkedLines(pageAt(null), () => Promise.reject(new Error('away')))) chunks.push(chunk);
  };
  await expect(reading()).rejects.toThrow('away');
  expect(chunks.join('')).not.toContain('sha256');
});
