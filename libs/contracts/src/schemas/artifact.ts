import { z } from 'zod';

export const ARTIFACT_TYPES = ['task_schema', 'failure_playbook', 'causal_pattern', 'decision_policy'] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

const rate = z.number().min(0).max(1);
const count = z.number().int().min(0);
const toolArguments = z.record(z.string(), z.unknown());

export const taskSchemaContent = z.object({
  goal: z.string(),
  preconditions: z.array(z.string()),
  steps: z.array(
    z.object({
      action: z.string(),
      tool: z.string().optional(),
      arguments: toolArguments.optional(),
      optional: z.boolean().optional(),
      description: z.string(),
    }),
  ),
  successRate: rate,
  support: count,
});

export const failurePlaybookContent = z.object({
  symptom: z.string(),
  errorSignature: z.string(),
  occurrences: count,
  recovery: z.array(
    z.object({
      action: z.string(),
      tool: z.string().optional(),
      arguments: toolArguments.optional(),
      successRate: rate,
      support: count,
    }),
  ),
  avoid: z.array(z.string()),
});

export const causalPatternContent = z.object({
  cause: z.string(),
  effect: z.string(),
  support: count,
  confidence: rate,
  lift: z.number().positive(),
  pValue: rate,
  counterExamples: count,
});

export const decisionPolicyContent = z.object({
  situation: z.string(),
  decision: z.string(),
  alternatives: z.array(z.object({ decision: z.string(), successRate: rate, support: count })),
  rationale: z.string(),
  confidence: rate,
  support: count,
});

export const artifactContentSchema = z.union([
  taskSchemaContent,
  failurePlaybookContent,
  causalPatternContent,
  decisionPolicyContent,
]);

/** What a list of artifacts shows of each. */
export const artifactSummarySchema = z.object({
  id: z.string(),
  type: z.enum(ARTIFACT_TYPES),
  title: z.string(),
  version: z.number().int(),
  tokenCount: z.number().int(),
  isActive: z.boolean(),
  compiledAt: z.string(),
  createdAt: z.string(),
});

/** An artifact in full. `sourceEvents` and `sourceMemories` are the evidence that it was compiled from. */
export const artifactSchema = artifactSummarySchema.extend({
  content: artifactContentSchema,
  sourceEvents: z.array(z.string()),
  sourceMemories: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  updatedAt: z.string(),
});
export type Artifact = z.infer<typeof artifactSchema>;
