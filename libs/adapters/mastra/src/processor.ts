import type { MastraDBMessage, MessageList } from '@mastra/core/agent';
import type {
  ProcessInputArgs,
  ProcessLLMRequestArgs,
  ProcessLLMRequestResult,
  ProcessOutputResultArgs,
  Processor,
} from '@mastra/core/processors';
import { Conversation, type ConversationOptions } from '@strata/adapter-base/conversation';
import type { Strata } from '@strata/client/strata';
import { saidInMessage } from './said-in-message.ts';

/** Whose memory it is, and what recalling may cost. The conversation is the thread of the call. */
export interface StrataProcessorOptions extends Omit<ConversationOptions, 'sessionId'> {
  /** The end user. Default: the resource of the call. */
  readonly userId?: string | undefined;
  /** What is recalled: of all threads of the resource, or of the thread of the call only. Default: `resource`. */
  readonly scope?: 'resource' | 'thread' | undefined;
}

/** What the calls of one request share. */
interface RequestState {
  conversation?: Conversation;
}

type RequestArgs = Pick<ProcessLLMRequestArgs, 'requestContext' | 'state' | 'messageList'>;

interface ThreadOfCall {
  readonly threadId?: string | undefined;
  readonly resourceId?: string | undefined;
}

/**
 * A processor of Mastra's agents, for `inputProcessors` and `outputProcessors`. The last message of the user gets what is recalled for it
 * in front, in the prompt alone; the new messages of a call and the answer of the agent are captured. It throws no error and waits for no
 * delivery: `strata.flush()` does.
 */
export function strataProcessor(
  strata: Pick<Strata, 'context' | 'capture'>,
  { scope = 'resource', ...options }: StrataProcessorOptions = {},
): Required<Pick<Processor<'strata'>, 'id' | 'name' | 'processInput' | 'processLLMRequest' | 'processOutputResult'>> {
  const conversationOf = (args: RequestArgs): Conversation => {
    const shared: RequestState = args.state;
    shared.conversation ??= startConversation(threadOf(args));
    return shared.conversation;
  };
  const startConversation = ({ threadId, resourceId }: ThreadOfCall): Conversation => {
    const sessionId = threadId ?? `mastra-${crypto.randomUUID()}`;
    const only = scope === 'thread' ? { sessionId } : {};
    const limited: Pick<Strata, 'context' | 'capture'> = {
      capture: (event) => strata.capture(event),
      context: (query, limits) => strata.context(query, { ...limits, ...only }),
    };
    return new Conversation(limited, 'mastra', { userId: resourceId, ...options, sessionId });
  };

  return {
    id: 'strata',
    name: 'Strata',
    async processInput(args: ProcessInputArgs): Promise<MessageList> {
      await conversationOf(args).capture(() => {
        const { past, messages } = newInput(args.messageList);
        return { past, said: messages.flatMap(saidInMessage) };
      });
      return args.messageList;
    },
    async processLLMRequest(args: ProcessLLMRequestArgs): Promise<ProcessLLMRequestResult> {
      const { prompt, abortSignal } = args;
      const at = prompt.findLastIndex(({ role }) => role === 'user');
      const message = prompt[at];
      if (message?.role !== 'user') return undefined;
      const query = message.content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
      if (query.trim() === '') return undefined;
      const text = await conversationOf(args).recall(query, `${String(at)} ${query}`, abortSignal);
      if (text === '') return undefined;
      return {
        prompt: prompt.with(at, { ...message, content: [{ type: 'text', text: `${text}\n` }, ...message.content] }),
      };
    },
    async processOutputResult(args: ProcessOutputResultArgs): Promise<MessageList> {
      await conversationOf(args).capture(() => {
        const { past, messages } = newInput(args.messageList);
        const answers = args.messageList.get.response.db();
        return { past: [...past, ...messages.flatMap(saidInMessage)], said: answers.flatMap(saidInMessage) };
      });
      return args.messageList;
    },
  };
}

/** An agent without a memory of Mastra has the thread in its list of messages alone. */
function threadOf({ requestContext, messageList }: RequestArgs): ThreadOfCall {
  const memory = Object(requestContext?.get('MastraMemory')) as { thread?: { id?: string }; resourceId?: string };
  if (memory.thread?.id === undefined) return messageList?.serialize().memoryInfo ?? {};
  return { threadId: memory.thread.id, resourceId: memory.resourceId };
}

/**
 * The messages of a call that no model has answered yet: those before were captured when they were new. `past` names what they follow: the
 * last message of the thread; where the call has no history, themselves.
 */
function newInput(list: MessageList): { past: string[]; messages: MastraDBMessage[] } {
  const input = list.get.input.db();
  const messages = input.slice(input.findLastIndex(({ role }) => role === 'assistant') + 1);
  const last = list.get.remembered.db().at(-1) ?? messages[0];
  return { past: last === undefined ? [] : [last.id], messages };
}
