import { StrataError } from './errors.ts';

/** The longest line that is read: an event is at most 256 KiB, an artifact a few MiB. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** The values of a response in JSON Lines, one by one. A response that ends within a line is an error. */
export async function* readJsonLines(response: Response): AsyncGenerator<unknown, void, undefined> {
  let rest = '';
  for await (const text of texts(response)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield JSON.parse(line) as unknown;
    if (rest.length > LONGEST_LINE) throw new StrataError('unexpected_response', 'A line of the response is too long');
  }
  if (rest !== '') throw new StrataError('connection_failed', 'The response ended within a line: request it again');
}

async function* texts({ body }: Response): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw new StrataError('connection_failed', 'The connection broke: request it again', { cause: error });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
