import { Conversation, type ConversationOptions } from '@strata/adapter-base/conversation';
import type { Strata } from '@strata/client/strata';
import { CHAT_COMPLETIONS } from './chat-completions.ts';
import type { Dialect } from './dialect.ts';
import { observeIterator } from './observe-iterator.ts';
import { RESPONSES } from './responses.ts';

/** Whose conversation it is, and what recalling may cost. */
export type WrapOpenAIOptions = ConversationOptions;

/** What it takes of a client of the package `openai`, of any version from 5 on. */
interface OpenAIClient {
  withOptions(options: object): unknown;
  post(path: string, options?: unknown): unknown;
}

/** The parts of a request and of its promise that the client hands on. */
interface RequestOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}
interface Answers {
  _thenUnwrap(transform: (answer: unknown) => unknown): unknown;
}
interface AnswerStream extends AsyncIterable<object> {
  readonly controller: AbortController;
  readonly constructor: new (iterator: () => AsyncIterator<object>, controller: AbortController) => unknown;
}

/** Where all helpers of the client (`parse`, `stream`, `runTools` …) send their requests in the end. */
const DIALECTS: Readonly<Record<string, Dialect>> = {
  '/chat/completions': CHAT_COMPLETIONS,
  '/responses': RESPONSES,
  '/responses?beta=true': RESPONSES,
};

/**
 * A client like `client` for one conversation, with memory: the last message of the user gets what is recalled for it in front; what is
 * new in a request and what the model answers are captured. All else is as without it. It waits for no delivery: `strata.flush()` does.
 */
export function wrapOpenAI<Client extends OpenAIClient>(
  client: Client,
  strata: Pick<Strata, 'context' | 'capture'>,
  options: WrapOpenAIOptions = {},
): Client {
  return remembering(client.withOptions({}) as Client, new Conversation(strata, 'openai', options));
}

function remembering<Client extends OpenAIClient>(client: Client, conversation: Conversation): Client {
  const [post, withOptions] = [client.post.bind(client), client.withOptions.bind(client)];
  const send = (path: string, dialect: Dialect, options: unknown): unknown => {
    let said: readonly unknown[] = [];
    const prepare = async (): Promise<unknown> => {
      const request = (await options) as RequestOptions | undefined;
      if (typeof request?.body !== 'object' || request.body === null) return request;
      const { body, signal } = request;
      const remembered = await withContext(conversation, dialect, body, signal ?? undefined);
      said = await conversation.capture(() => dialect.saidInRequest(body));
      return { ...request, body: remembered };
    };
    const answers = post(path, prepare()) as Answers;
    return answers._thenUnwrap(async (answer) => {
      if (isStream(answer)) return observed(answer, conversation, dialect, said);
      await conversation.capture(() => ({ past: said, said: dialect.saidInAnswer(answer as object) }));
      return answer;
    });
  };
  return Object.assign(client, {
    post: (path: string, options?: unknown) => {
      const dialect = DIALECTS[path];
      return dialect === undefined ? post(path, options) : send(path, dialect, options);
    },
    withOptions: (options: object) => remembering(withOptions(options) as Client, conversation),
  });
}

/** The body of a request with what is recalled for it, or as it is. */
async function withContext(
  conversation: Conversation,
  dialect: Dialect,
  body: object,
  signal: AbortSignal | undefined,
): Promise<object> {
  try {
    const question = dialect.questionOf(body);
    if (question === undefined) return body;
    const { text, at, withRecalled } = question;
    const recalled = await conversation.recall(text, `${String(at)} ${text}`, signal);
    return recalled === '' ? body : withRecalled(recalled);
  } catch (error) {
    conversation.report(error);
    return body;
  }
}

const isStream = (answer: unknown): answer is AnswerStream =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer && 'controller' in answer;

/** A stream of the same class. What it says is captured when it ends. */
function observed(
  stream: AnswerStream,
  conversation: Conversation,
  dialect: Dialect,
  past: readonly unknown[],
): unknown {
  const collector = dialect.collect();
  const collect = (part: object): void => {
    try {
      collector.add(part);
    } catch (error) {
      conversation.report(error);
    }
  };
  const end = async (): Promise<void> => {
    await conversation.capture(() => ({ past, said: collector.said() }));
  };
  const iterate = () => observeIterator(stream[Symbol.asyncIterator](), collect, end);
  return new stream.constructor(iterate, stream.controller);
}
