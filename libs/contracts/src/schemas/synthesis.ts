import { z } from 'zod';
import { agentIdSchema, namespaceIdSchema, sessionIdSchema, tagsSchema, userIdSchema } from './event.ts';
import { text } from './json.ts';
import { timeRange } from './paging.ts';

export const DEFAULT_MAX_TOKENS = 4000;
export const MAX_MAX_TOKENS = 200_000;

/** The forms of a pack: sections, one text for a prompt, or both. */
const PACK_FORMATS = ['sections', 'text', 'both'] as const;

/** A synthesize request. `maxTokens` counts o200k tokens of the sections. */
export const synthesizeRequestSchema = z
  .strictObject({
    query: text(0, 16_000).optional().describe('A question or a task. Without it, the newest entries are packed.'),
    agentId: agentIdSchema.optional(),
    userId: userIdSchema
      .optional()
      .describe(
        'The end user whom it is for: memories of this end user, and those without an end user. Without it, only the latter.',
      ),
    namespaceId: namespaceIdSchema.optional().describe('Only what belongs to this namespace.'),
    sessionId: sessionIdSchema.optional().describe('Only memories of this session. Artifacts belong to no session.'),
    ...timeRange,
    maxTokens: z
      .number()
      .int()
      .min(1)
      .max(MAX_MAX_TOKENS)
      .default(DEFAULT_MAX_TOKENS)
      .describe('Maximum number of o200k tokens of all sections.'),
    includeArtifacts: z.boolean().default(true),
    includeMemories: z.boolean().default(true),
    tags: tagsSchema.optional().describe('Only memories with all of these tags.'),
    // Without a default: an earlier version of the service rejects a field that it does not know.
    format: z
      .enum(PACK_FORMATS)
      .optional()
      .describe('`sections` (default), `text` for a prompt, or `both`. `totalTokens` counts the text if there is one.'),
    explain: z.boolean().default(false).describe('Adds the score of each section, and what was left out and why.'),
  })
  .meta({ id: 'SynthesizeRequest', description: 'The query, filters and token budget.' });
export type SynthesizeRequest = z.infer<typeof synthesizeRequestSchema>;

const figures = z.record(z.string(), z.number());

const score = z.object({
  total: z.number().describe('The score by which it was ranked in its lane. Scores of different lanes do not compare.'),
  parts: figures.describe(
    'What each ranking arm gave; `…Factor` multiplies the sum of the others. `total` is what all of it comes to, the same as beside `parts`.',
  ),
  shares: figures.default({}).describe('The share of each ranking arm in the score. Sums to 1; factors have none.'),
});

export const SECTION_OUTCOMES = ['success', 'failure', 'mixed'] as const;
export type SectionOutcome = (typeof SECTION_OUTCOMES)[number];

/**
 * The parts of a context pack, in the order in which they stand in it.
 *
 * - `instruction`: how the user wants all work to be done.
 * - `guide`: rules and procedures for the goal of the query.
 * - `fix`: what overcame an error.
 * - `evidence`: words said, and findings.
 */
export const LANES = ['instruction', 'guide', 'fix', 'evidence'] as const;
export type Lane = (typeof LANES)[number];

export const sectionSchema = z
  .object({
    type: z
      .enum(['memory', 'artifact', 'event'])
      .describe('An event is what was captured and is not learned yet, or gave no memory of its own.'),
    content: z.string().describe('The text to put into a prompt.'),
    source: z.string().describe('The id of the memory, artifact or event.'),
    confidence: z.number().optional().describe('On memories and events: 0 to 1, moved by feedback.'),
    at: z.iso.datetime().optional().describe('When it was said or done; of an artifact, when it was compiled.'),
    validTo: z.iso
      .datetime()
      .optional()
      .describe('Of a memory that a newer one replaced: when it stopped holding. Absent while it holds.'),
    agentId: z.string().nullable().optional().describe('The agent that it belongs to.'),
    outcome: z
      .enum(SECTION_OUTCOMES)
      .nullable()
      .optional()
      .describe('How the runs ended in which it was said; null if no verdict is known, and for artifacts.'),
    lane: z.enum(LANES).optional().describe('With `explain`: the part of the pack that it stands in.'),
    score: score.optional().describe('With `explain`: the parts of the score.'),
  })
  .meta({
    id: 'Section',
    description: 'A memory, an artifact or an event that is not learned yet, as text for a prompt.',
  });
export type Section = z.infer<typeof sectionSchema>;

/**
 * Why a synthesis left out an entry that matches the query. Entries that a policy hides are never named.
 *
 * - `over_budget`: it did not fit.
 * - `near_duplicate`: it repeats a section.
 * - `low_relevance`: it is too far from the query.
 * - `other_subject`: it names a customer that the query does not ask about.
 * - `filtered`: a filter of the request leaves it out, such as `agentId` or `tags`.
 */
export const EXCLUSION_REASONS = [
  'over_budget',
  'near_duplicate',
  'low_relevance',
  'other_subject',
  'filtered',
] as const;
/** At most so many entries are named that were left out. */
export const MAX_EXCLUDED = 100;
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number];

/** The context pack. `score` and `excluded` are present with `explain`. */
export const contextPackSchema = z
  .object({
    // Versions of the service before feedback name no pack.
    packId: z.string().default('').describe('Names this pack in `POST /v1/feedback`.'),
    sections: z.array(sectionSchema).describe('In the order to read them. Empty with the format `text`.'),
    text: z
      .string()
      .optional()
      .describe(
        'With the format `text` or `both`: the sections as Markdown, in an element that says that they are data. Empty without sections.',
      ),
    totalTokens: z.number().int().describe('Never more than `maxTokens`.'),
    query: z.string(),
    contextPack: z.object({
      entries: z.number().int(),
      estimatedTokens: z.number().int(),
      maxTokens: z.number().int(),
    }),
    excluded: z
      .array(
        z.object({
          source: z.string().describe('The id of the memory, artifact or event.'),
          reason: z.enum(EXCLUSION_REASONS),
          content: z
            .string()
            .optional()
            .describe('Its text, cut to what says most about the query. Absent from what names another customer.'),
          score: score.optional().describe('As of a section. Absent from `filtered` entries, which are not ranked.'),
        }),
      )
      .optional()
      .describe('With `explain`: at most 100 entries that match the query and were left out.'),
  })
  .meta({ id: 'ContextPack', description: 'The context that fits the query and the token budget.' });
export type ContextPack = z.infer<typeof contextPackSchema>;
