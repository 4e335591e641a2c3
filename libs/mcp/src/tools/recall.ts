import { z } from 'zod';
import { queryArgument, scopeArguments, scopeFields } from './arguments.ts';
import { maxTokensArgument, packAnswer, packOutput } from './pack-answer.ts';
import { defineTool, READS } from './tool.ts';

export const recall = defineTool({
  name: 'recall',
  title: 'Recall from memory',
  description:
    'Returns what was said, decided, found and learned before that helps with a question or a task, best first, as one text. Call it before you start a task, and when the user refers to earlier work, people, decisions or preferences.',
  annotations: READS,
  input: z.strictObject({
    query: queryArgument.describe('The question or the task in plain words, as specific as you can.'),
    max_tokens: maxTokensArgument(1_500),
    ...scopeArguments,
  }),
  output: packOutput,
  run: async ({ query, max_tokens: maxTokens, ...scope }, { call }) => {
    const pack = await call('synthesize', { query, maxTokens, format: 'both', ...scopeFields(scope) });
    return packAnswer(pack, 'Nothing found: memory has nothing about this. Go on without it.');
  },
});
