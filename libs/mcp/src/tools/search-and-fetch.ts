import { frameRecalled } from '@strata/kernel/recalled-text';
import { z } from 'zod';
import { queryArgument } from './arguments.ts';
import { idArgument, nothingHas } from './get.ts';
import { findItem, titleOf } from './item.ts';
import { defineTool, READS, ToolFault } from './tool.ts';

const SEARCH_TOKENS = 4_000;

const document = {
  id: z.string(),
  title: z.string(),
  url: z.string().describe('Where a person reads it.'),
  text: z.string(),
};

/** Named and shaped as ChatGPT expects. */
export const search = defineTool({
  name: 'search',
  title: 'Search memory',
  description: 'Returns memories and learned procedures that match a query, best first, each with its id for fetch.',
  annotations: READS,
  input: z.strictObject({ query: queryArgument.describe('The question or the task in plain words.') }),
  output: z.object({ results: z.array(z.object(document)) }),
  run: async ({ query }, { call, urlOf }) => {
    const { sections } = await call('synthesize', { query, maxTokens: SEARCH_TOKENS });
    const results = sections.map(({ source: id, content: text }) => ({
      id,
      title: titleOf(text),
      url: urlOf(id),
      text,
    }));
    const lines = results.map(({ id, text }) => `- ${id}: ${text}`);
    return {
      data: { results },
      text: lines.length === 0 ? 'Nothing found: no memory matches the query.' : frameRecalled(lines.join('\n')),
    };
  },
});

export const fetchOne = defineTool({
  name: 'fetch',
  title: 'Fetch one result',
  description: 'Returns one result of search in full, by its id.',
  annotations: READS,
  input: z.strictObject({ id: idArgument }),
  output: z.object({ ...document, metadata: z.record(z.string(), z.string()) }),
  run: async ({ id }, context) => {
    const item = await findItem(id, context);
    // The shape has no place for an absent document.
    if (item === undefined) throw new ToolFault(nothingHas(id));
    const { title, text, kind, at } = item;
    return {
      data: { id, title, url: context.urlOf(id), text, metadata: { kind, at } },
      text: frameRecalled(`${id} (${kind}, ${at})\n${text}`),
    };
  },
});
