import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Serve } from './resources.ts';
import { queryArgument } from './tools/arguments.ts';

const MAX_TOKENS = 2_000;

/** A prompt that begins a task with what memory knows about it. */
export function addPrompts(server: McpServer, serve: Serve): void {
  server.registerPrompt(
    'start_task',
    {
      title: 'Start a task with memory',
      description: 'Your task, after what memory knows about it.',
      argsSchema: z.object({ task: queryArgument.describe('What you want done.') }),
    },
    ({ task }, request) =>
      serve(request, async ({ call }) => {
        const { text = '' } = await call('synthesize', { query: task, maxTokens: MAX_TOKENS, format: 'text' });
        const parts = text === '' ? [task] : [text, task];
        return { messages: [{ role: 'user', content: { type: 'text', text: parts.join('\n\n') } }] };
      }),
  );
}
