import { z } from 'zod';
import { agentIdSchema, tagsSchema } from './event.ts';
import { text } from './json.ts';

export const DEFAULT_MAX_TOKENS = 4000;
export const MAX_MAX_TOKENS = 200_000;

/** What a synthesize call asks for. `maxTokens` counts o200k tokens of what the reader gets. */
export const synthesizeRequestSchema = z.strictObject({
  query: text(0, 16_000).optional(),
  agentId: agentIdSchema.optional(),
  maxTokens: z.number().int().min(1).max(MAX_MAX_TOKENS).default(DEFAULT_MAX_TOKENS),
  includeArtifacts: z.boolean().default(true),
  includeMemories: z.boolean().default(true),
  tags: tagsSchema.optional(),
  explain: z.boolean().default(false),
});
export type SynthesizeRequest = z.infer<typeof synthesizeRequestSchema>;

const score = z.object({ total: z.number(), parts: z.record(z.string(), z.number()) });

export const sectionSchema = z.object({
  type: z.enum(['memory', 'artifact']),
  content: z.string(),
  source: z.string(),
  confidence: z.number().optional(),
  score: score.optional(),
});
export type Section = z.infer<typeof sectionSchema>;

/** The context pack. `score` and `excluded` are present when `explain` was asked. */
export const contextPackSchema = z.object({
  sections: z.array(sectionSchema),
  totalTokens: z.number().int(),
  query: z.string(),
  contextPack: z.object({ entries: z.number().int(), estimatedTokens: z.number().int(), maxTokens: z.number().int() }),
  excluded: z.array(z.object({ source: z.string(), reason: z.string() })).optional(),
});
export type ContextPack = z.infer<typeof contextPackSchema>;
