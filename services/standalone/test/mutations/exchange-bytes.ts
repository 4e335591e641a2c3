import { connect } from 'node:net';

export interface WireResponse {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** The responses, and how the exchange ended. */
export interface Exchange {
  readonly responses: readonly WireResponse[];
  readonly ended: 'complete' | 'closed' | 'reset' | 'silent';
}

/** After this time without a byte the server is considered to wait for the rest of an incomplete request. */
const SILENCE_MS = 150;
const DEADLINE_MS = 15_000;

/**
 * Sends bytes and collects the responses, until there is one for each request or the server ends the connection. If the
 * bytes are cut short, the client closes the connection once the server is silent.
 */
export function exchangeBytes(
  port: number,
  { bytes, requests, isCutShort }: { bytes: Buffer; requests: number; isCutShort: boolean },
): Promise<Exchange> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const timer = setTimeout(() => finish('silent'), isCutShort ? SILENCE_MS : DEADLINE_MS);
    const finish = (ended: Exchange['ended']): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ responses: readResponses(Buffer.concat(chunks)), ended });
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      timer.refresh();
      if (readResponses(Buffer.concat(chunks)).filter(({ status }) => status >= 200).length >= requests)
        finish('complete');
    });
    socket.once('end', () => finish('closed'));
    socket.once('error', () => finish('reset'));
  });
}

const HEAD = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n([\s\S]*?)\r\n\r\n/;

/** The complete responses, in order. */
function readResponses(bytes: Buffer): WireResponse[] {
  const responses: WireResponse[] = [];
  let rest = bytes;
  for (;;) {
    const match = HEAD.exec(rest.toString('latin1'));
    if (match === null) return responses;
    const [head, status = '', headers = ''] = match;
    const valueOf = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '';
    const hasNoBody = Number(status) < 200 || status === '304';
    const length = hasNoBody ? 0 : Number(valueOf('Content-Length'));
    const body = rest.subarray(head.length, head.length + length);
    // A response to HEAD has a content length, but no body: the next response follows, or nothing.
    const isToHead = body.length === 0 || body.toString('latin1', 0, 9) === 'HTTP/1.1 ';
    if (body.length < length && !isToHead) return responses;
    const taken = isToHead ? 0 : length;
    responses.push({
      status: Number(status),
      type: valueOf('Content-Type'),
      text: rest.subarray(head.length, head.length + taken).toString(),
    });
    rest = rest.subarray(head.length + taken);
  }
}
