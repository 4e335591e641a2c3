import { z } from 'zod';
import { queryArgument, scopeArguments, scopeFields } from './arguments.ts';
import { maxTokensArgument, packAnswer, packOutput } from './pack-answer.ts';
import { defineTool, READS } from './tool.ts';

export const learned = defineTool({
  name: 'learned',
  title: 'What was learned for a task',
  description:
    'Returns the rules and procedures that earlier runs showed for a kind of task: steps that worked, what to check before a change, known failures and what fixed them, each with how often it worked. Call it before a task with tools, and when a step fails.',
  annotations: READS,
  input: z.strictObject({
    goal: queryArgument.describe('What you want to do, or the error that you met.'),
    max_tokens: maxTokensArgument(1_500),
    user_id: scopeArguments.user_id,
    agent_id: scopeArguments.agent_id,
  }),
  output: packOutput,
  run: async ({ goal: query, max_tokens: maxTokens, ...scope }, { call }) => {
    const input = { query, maxTokens, format: 'both', includeMemories: false, ...scopeFields(scope) } as const;
    return packAnswer(
      await call('synthesize', input),
      'Nothing found: no rule or procedure is known for this yet. Earlier runs may still say something: try recall.',
    );
  },
});
