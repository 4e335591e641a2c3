import { connect } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** What came of it: the answers so far, and whether the server left any open. */
export interface Exchange {
  readonly answers: readonly Answer[];
  readonly ended: 'answered' | 'closed' | 'reset' | 'silent';
}

/** A server that says nothing for so long owes nothing: the request was not whole. */
const SILENCE_MS = 150;
const LONGEST_MS = 15_000;

/**
 * Sends bytes and gathers what comes back, until as many answers came as requests were sent or the server ends the
 * connection. Who was cut short waits for nothing: once the server is silent, it hangs up.
 */
export function exchangeBytes(
  port: number,
  { bytes, requests, isCutShort }: { bytes: Buffer; requests: number; isCutShort: boolean },
): Promise<Exchange> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const timer = setTimeout(() => finish('silent'), isCutShort ? SILENCE_MS : LONGEST_MS);
    const finish = (ended: Exchange['ended']): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ answers: readAnswers(Buffer.concat(chunks)), ended });
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      timer.refresh();
      if (readAnswers(Buffer.concat(chunks)).filter(({ status }) => status >= 200).length >= requests)
        finish('answered');
    });
    socket.once('end', () => finish('closed'));
    socket.once('error', () => finish('reset'));
  });
}

const HEAD = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n([\s\S]*?)\r\n\r\n/;

/** The answers that are whole, one behind the other. */
function readAnswers(bytes: Buffer): Answer[] {
  const answers: Answer[] = [];
  let rest = bytes;
  for (;;) {
    const match = HEAD.exec(rest.toString('latin1'));
    if (match === null) return answers;
    const [head, status = '', headers = ''] = match;
    const valueOf = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '';
    const hasNoBody = Number(status) < 200 || status === '304';
    const length = hasNoBody ? 0 : Number(valueOf('Content-Length'));
    const body = rest.subarray(head.length, head.length + length);
    // The answer to a HEAD says the length of a body that does not come: nothing does, or the next answer.
    const isToHead = body.length === 0 || body.toString('latin1', 0, 9) === 'HTTP/1.1 ';
    if (body.length < length && !isToHead) return answers;
    const taken = isToHead ? 0 : length;
    answers.push({
      status: Number(status),
      type: valueOf('Content-Type'),
      text: rest.subarray(head.length, head.length + taken).toString(),
    });
    rest = rest.subarray(head.length + taken);
  }
}
