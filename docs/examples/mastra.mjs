/**
 * An agent of Mastra that remembers. Any server with OpenAI's interface will do.
 * STRATA_API_KEY=… OPENAI_API_KEY=… node docs/examples/mastra.mjs "Where is order 4471?"
 */
import { Agent } from '@mastra/core/agent';
import { InMemoryStore } from '@mastra/core/storage';
import { Memory } from '@mastra/memory';
import { Strata } from '@strata/client/strata';
import { strataProcessor } from '@strata/mastra/processor';

const [question = 'Where is order 4471?'] = process.argv.slice(2);
const strata = new Strata({ agentId: 'shop' });
const processor = strataProcessor(strata, { onError: (error) => console.error(error) });

const agent = new Agent({
  id: 'shop',
  name: 'Shop',
  instructions: 'You answer questions about orders.',
  model: {
    id: `openai/${process.env.OPENAI_MODEL ?? 'gpt-5-mini'}`,
    url: process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
    apiKey: process.env.OPENAI_API_KEY,
  },
  // Mastra's memory keeps the messages of a thread; Strata recalls what all threads of a resource say.
  memory: new Memory({ storage: new InMemoryStore() }),
  inputProcessors: [processor],
  outputProcessors: [processor],
});

const { text } = await agent.generate(question, { memory: { thread: crypto.randomUUID(), resource: 'ann' } });
console.log(text);
await strata.close();
