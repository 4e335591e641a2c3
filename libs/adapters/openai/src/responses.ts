import { saidText, type Said } from '@strata/adapter-base/said';
import { withoutRecalled } from '@strata/adapter-base/without-recalled';
import type {
  Response,
  ResponseCreateParams,
  ResponseInputItem,
  ResponseOutputItem,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
import { inFront, type Collector, type Dialect, type Question } from './dialect.ts';
import { isGiven, isMessage, namesIn, saidInItem, textOf, type Item } from './said-in-item.ts';

/** Responses: a request repeats the conversation, or names a response or a conversation that the provider keeps. */
export const RESPONSES: Dialect = {
  questionOf(body): Question | undefined {
    const { input } = body as ResponseCreateParams;
    const items = itemsOf(input);
    const at = items.findLastIndex((item) => isMessage(item) && item.role === 'user');
    const message = items[at];
    if (message === undefined || !isMessage(message)) return undefined;
    const text = withoutRecalled(textOf(message.content)).trim();
    if (text === '') return undefined;
    return {
      text,
      at,
      withRecalled: (recalled) => {
        if (typeof input === 'string') return { ...body, input: inFront(recalled, input) };
        const { content } = message;
        const found =
          typeof content === 'string'
            ? inFront(recalled, content)
            : [{ type: 'input_text', text: `${recalled}\n` }, ...content];
        return { ...body, input: items.with(at, { ...message, content: found } as ResponseInputItem) };
      },
    };
  },

  saidInRequest(body) {
    const { input, previous_response_id: previous, conversation } = body as ResponseCreateParams;
    const items = itemsOf(input);
    const names = namesIn(items);
    const said = (some: readonly Item[]): Said[] => some.flatMap((item) => saidInItem(item, names));
    // The provider has the history. Who says the same again in a conversation that the provider keeps says something new.
    if (typeof previous === 'string') return { past: [previous], said: said(items) };
    if (isGiven(conversation)) return { past: [crypto.randomUUID()], said: said(items) };
    const start = items.findLastIndex((item) => !isFromApplication(item)) + 1;
    return { past: said(items.slice(0, start)), said: said(items.slice(start)) };
  },

  saidInAnswer: (answer) => (answer as Response).output.flatMap((item) => saidInItem(item, new Map())),

  collect: () => new EventCollector(),
};

function itemsOf(input: ResponseCreateParams['input']): readonly ResponseInputItem[] {
  if (input === undefined) return [];
  return typeof input === 'string' ? [{ role: 'user', content: input }] : input;
}

/** Whether an application made an item. All others are answers of a model. */
const isFromApplication = (item: ResponseInputItem): boolean =>
  isMessage(item) ? item.role !== 'assistant' : /_output$|_response$/u.test(item.type ?? '');

class EventCollector implements Collector {
  /** Complete items, and the texts of the others, by their place in the answer. */
  readonly #outputs: (ResponseOutputItem | string)[] = [];

  add(part: object): void {
    const event = part as ResponseStreamEvent;
    if (event.type === 'response.output_item.done') this.#outputs[event.output_index] = event.item;
    if (event.type !== 'response.output_text.delta' && event.type !== 'response.refusal.delta') return;
    const before = this.#outputs[event.output_index] ?? '';
    if (typeof before === 'string') this.#outputs[event.output_index] = before + event.delta;
  }

  said(): Said[] {
    return this.#outputs.flatMap((output) =>
      typeof output === 'string' ? saidText('assistant', output) : saidInItem(output, new Map()),
    );
  }
}
