/**
 * Claude with a memory directory in Strata.
 * STRATA_API_KEY=… ANTHROPIC_API_KEY=… node docs/examples/anthropic-memory.mjs "Remember that we ship on Friday."
 */
import Anthropic from '@anthropic-ai/sdk';
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import { MemoryFiles } from '@strata/anthropic-memory/memory-tool';
import { Strata } from '@strata/client/strata';

const [question = 'What do you remember?'] = process.argv.slice(2);
const files = new MemoryFiles({ strata: new Strata(), userId: 'ann' });

const answer = await new Anthropic().beta.messages.toolRunner({
  model: process.env.ANTHROPIC_MODEL ?? 'claude-sonnet-4-5',
  max_tokens: 1000,
  betas: ['context-management-2025-06-27'],
  messages: [{ role: 'user', content: question }],
  tools: [betaMemoryTool(files)],
});
for (const block of answer.content) if (block.type === 'text') console.log(block.text);
