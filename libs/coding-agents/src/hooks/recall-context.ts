import type { IncomingMessage } from 'node:http';
import type { Credentials } from './credentials.ts';

const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;
const MAX_QUERY_CHARACTERS = 8000;
/** A token has about four characters. */
const CHARACTERS_PER_TOKEN = 4;
const OPEN = '<strata-context>\n';
const CLOSE = '\n</strata-context>';

/**
 * What Strata knows that fits a query, in the tag that is taken out again when a session is captured; empty if nothing fits. Never
 * longer than `maxCharacters`. Rejects if the service does not answer as it should. The caller bounds the time.
 */
export async function recallContext(
  { baseUrl, apiKey }: Credentials,
  query: string,
  maxCharacters: number,
): Promise<string> {
  const room = maxCharacters - OPEN.length - CLOSE.length;
  const maxTokens = Math.max(1, Math.floor(room / CHARACTERS_PER_TOKEN));
  const body = JSON.stringify({ query: query.slice(0, MAX_QUERY_CHARACTERS), format: 'text', maxTokens });
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/v1/synthesize`);
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const answer = await new Promise<string>((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${apiKey}`,
    };
    request(url, { method: 'POST', headers, agent: false }, (response) => readBody(response, resolve, reject))
      .on('error', reject)
      .end(body);
  });
  const { data } = JSON.parse(answer) as { data?: { text?: unknown } };
  const text = typeof data?.text === 'string' ? data.text : '';
  return text.trim() === '' ? '' : OPEN + shorten(withoutTag(text), room) + CLOSE;
}

function readBody(response: IncomingMessage, resolve: (text: string) => void, reject: (error: Error) => void): void {
  const { statusCode = 0 } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('error', reject).on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) response.destroy(new Error('the answer is too long'));
  });
  response.on('end', () =>
    statusCode === 200
      ? resolve(Buffer.concat(chunks).toString('utf8'))
      : reject(new Error(`the service answered ${String(statusCode)}`)),
  );
}

/** What was remembered must not end the tag around it. */
const withoutTag = (text: string): string => text.replaceAll(/<(?=\/?strata-context)/gi, '‹');

/** Leaves out the last lines of a text that is too long. */
function shorten(text: string, room: number): string {
  if (text.length <= room) return text;
  const cut = text.slice(0, room - 2);
  return `${cut.slice(0, Math.max(cut.lastIndexOf('\n'), 0) || cut.length)}\n…`;
}
