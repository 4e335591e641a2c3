/**
 * A chat with the OpenAI Agents SDK: its session is in Strata, and its answers know what was learned. Each call is the next turn.
 * STRATA_API_KEY=… OPENAI_API_KEY=… node docs/examples/openai-agents.mjs "We ship on Friday."
 */
import { Agent, OpenAIProvider, Runner } from '@openai/agents';
import { Strata } from '@strata/client/strata';
import { recallFilter } from '@strata/openai-agents/recall-filter';
import { StrataSession } from '@strata/openai-agents/session';

const [said = 'What do you remember?'] = process.argv.slice(2);
const strata = new Strata();
const runner = new Runner({ modelProvider: new OpenAIProvider({ useResponses: false }), tracingDisabled: true });
const agent = new Agent({ name: 'Assistant', model: process.env.OPENAI_MODEL ?? 'gpt-5-mini' });

const { finalOutput } = await runner.run(agent, said, {
  session: new StrataSession({ strata, sessionId: 'chat-1', userId: 'ann' }),
  callModelInputFilter: recallFilter(strata, { userId: 'ann', onError: (error) => console.error(error) }),
});
console.log(finalOutput);
