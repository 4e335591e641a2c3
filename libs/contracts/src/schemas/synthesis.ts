import { z } from 'zod';
import { agentIdSchema, tagsSchema } from './event.ts';
import { text } from './json.ts';

export const DEFAULT_MAX_TOKENS = 4000;
export const MAX_MAX_TOKENS = 200_000;

/** What a synthesize call asks for. `maxTokens` counts o200k tokens of what the reader gets. */
export const synthesizeRequestSchema = z
  .strictObject({
    query: text(0, 16_000).optional().describe('A question or a task; without it, the newest entries are packed.'),
    agentId: agentIdSchema.optional(),
    maxTokens: z
      .number()
      .int()
      .min(1)
      .max(MAX_MAX_TOKENS)
      .default(DEFAULT_MAX_TOKENS)
      .describe('Most o200k tokens of what comes back.'),
    includeArtifacts: z.boolean().default(true),
    includeMemories: z.boolean().default(true),
    tags: tagsSchema.optional().describe('Only memories that have all of these tags.'),
    explain: z.boolean().default(false).describe('Adds the score of each section, and what was left out and why.'),
  })
  .meta({ id: 'SynthesizeRequest', description: 'What to pack, and how much of it.' });
export type SynthesizeRequest = z.infer<typeof synthesizeRequestSchema>;

const score = z.object({ total: z.number(), parts: z.record(z.string(), z.number()) });

export const sectionSchema = z
  .object({
    type: z.enum(['memory', 'artifact']),
    content: z.string().describe('The text to put into a prompt.'),
    source: z.string().describe('The id of the memory or artifact.'),
    confidence: z.number().optional().describe('On memories.'),
    score: score.optional().describe('With `explain`: what the rank is made of.'),
  })
  .meta({ id: 'Section', description: 'A memory or an artifact, as text for a prompt.' });
export type Section = z.infer<typeof sectionSchema>;

/** The context pack. `score` and `excluded` are present when `explain` was asked. */
export const contextPackSchema = z
  .object({
    sections: z.array(sectionSchema).describe('Best first.'),
    totalTokens: z.number().int().describe('Never more than `maxTokens`.'),
    query: z.string(),
    contextPack: z.object({
      entries: z.number().int(),
      estimatedTokens: z.number().int(),
      maxTokens: z.number().int(),
    }),
    excluded: z
      .array(z.object({ source: z.string(), reason: z.string() }))
      .optional()
      .describe('With `explain`: what was considered and left out.'),
  })
  .meta({ id: 'ContextPack', description: 'The context that fits the question and the budget.' });
export type ContextPack = z.infer<typeof contextPackSchema>;
