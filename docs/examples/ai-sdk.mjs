/**
 * A chat with the AI SDK that remembers. Any server with OpenAI's interface will do.
 * STRATA_API_KEY=… OPENAI_API_KEY=… node docs/examples/ai-sdk.mjs "Where is order 4471?"
 */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, stepCountIs, tool, wrapLanguageModel } from 'ai';
import { strataMiddleware } from '@strata/ai-sdk/middleware';
import { Strata } from '@strata/client/strata';

const [question = 'Where is order 4471?'] = process.argv.slice(2);
const strata = new Strata({ agentId: 'support' });
const provider = createOpenAICompatible({
  name: 'openai',
  baseURL: process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
  apiKey: process.env.OPENAI_API_KEY,
});

const { text } = await generateText({
  model: wrapLanguageModel({
    model: provider(process.env.OPENAI_MODEL ?? 'gpt-5-mini'),
    middleware: strataMiddleware(strata, { userId: 'ann', onError: (error) => console.error(error) }),
  }),
  tools: {
    find_order: tool({
      description: 'Shows an order.',
      inputSchema: jsonSchema({ type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }),
      execute: ({ id }) => ({ id, status: 'delivered' }),
    }),
  },
  stopWhen: stepCountIs(5),
  prompt: question,
});
console.log(text);
await strata.close();
