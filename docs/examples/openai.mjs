/**
 * OpenAI's client with memory. Any server with OpenAI's interface will do.
 * STRATA_API_KEY=… OPENAI_API_KEY=… node docs/examples/openai.mjs "Where is order 4471?"
 */
import OpenAI from 'openai';
import { Strata } from '@strata/client/strata';
import { wrapOpenAI } from '@strata/openai/wrap-openai';

const [question = 'Where is order 4471?'] = process.argv.slice(2);
const strata = new Strata({ agentId: 'clerk' });
const openai = wrapOpenAI(new OpenAI(), strata, { userId: 'ann', onError: (error) => console.error(error) });

const runner = openai.chat.completions.runTools({
  model: process.env.OPENAI_MODEL ?? 'gpt-5-mini',
  messages: [{ role: 'user', content: question }],
  tools: [
    {
      type: 'function',
      function: {
        name: 'find_order',
        description: 'Shows an order.',
        parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        parse: JSON.parse,
        function: ({ id }) => ({ id, status: 'delivered' }),
      },
    },
  ],
});
console.log(await runner.finalContent());
await strata.close();
