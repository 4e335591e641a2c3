import { z } from 'zod';
import { utcInstant } from './instant.ts';
import { keptObject } from './json.ts';

export const ARTIFACT_TYPES = ['task_schema', 'failure_playbook', 'causal_pattern', 'decision_policy'] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

const rate = z.number().min(0).max(1);
const count = z.number().int().min(0);
const successRate = rate.describe('The part of the supporting sessions that succeeded.');
const support = count.describe('How many sessions it rests on.');
const toolArguments = keptObject.describe('What varies from session to session stands as `<parameter>`.');

export const taskSchemaContent = z
  .object({
    goal: z.string(),
    preconditions: z.array(z.string()),
    steps: z.array(
      z.object({
        action: z.string(),
        tool: z.string().optional(),
        arguments: toolArguments.optional(),
        optional: z.boolean().optional().describe('True where successful sessions also did without it.'),
        description: z.string(),
      }),
    ),
    successRate,
    support,
  })
  .meta({ id: 'TaskSchema', description: 'The steps that recur in successful sessions.' });

export const failurePlaybookContent = z
  .object({
    symptom: z.string(),
    errorSignature: z.string().describe('The error with what varies masked, such as `<id>`.'),
    occurrences: count,
    recovery: z.array(
      z.object({
        action: z.string(),
        tool: z.string().optional(),
        arguments: toolArguments.optional(),
        successRate: rate.describe('How often it helped, of the times that it was tried.'),
        support: count.describe('How often it was tried.'),
      }),
    ),
    avoid: z.array(z.string()).describe('What was tried and did not help.'),
  })
  .meta({ id: 'FailurePlaybook', description: 'An error, what helped against it, and what did not.' });

export const causalPatternContent = z
  .object({
    cause: z.string(),
    effect: z.string(),
    support,
    confidence: rate.describe('The part of the sessions with the cause that have the effect.'),
    lift: z.number().positive().describe('How much more often the effect follows the cause than it occurs at all.'),
    pValue: rate.describe('After correction for the number of pairs compared.'),
    counterExamples: count.describe('Sessions with the cause and without the effect.'),
  })
  .meta({ id: 'CausalPattern', description: 'What regularly follows on what.' });

export const decisionPolicyContent = z
  .object({
    situation: z.string(),
    decision: z.string(),
    alternatives: z.array(z.object({ decision: z.string(), successRate, support })),
    rationale: z.string(),
    confidence: rate,
    support,
  })
  .meta({ id: 'DecisionPolicy', description: 'Where agents chose differently, the choice that did better.' });

export const artifactContentSchema = z.union([
  taskSchemaContent,
  failurePlaybookContent,
  causalPatternContent,
  decisionPolicyContent,
]);

/** What a list of artifacts shows of each. */
export const artifactSummarySchema = z.object({
  id: z.string(),
  type: z.enum(ARTIFACT_TYPES).describe('Says which shape `content` has.'),
  title: z.string(),
  version: z.number().int().describe('Grows by one whenever new evidence changes the content.'),
  tokenCount: z.number().int().describe('What it costs of a token budget (o200k).'),
  isActive: z.boolean().describe('False once its evidence no longer carries it.'),
  compiledAt: utcInstant,
  createdAt: utcInstant,
});

/** An artifact in full. `sourceEvents` and `sourceMemories` are the evidence that it was compiled from. */
export const artifactSchema = artifactSummarySchema
  .extend({
    content: artifactContentSchema,
    sourceEvents: z.array(z.string()).describe('Ids of the events that it was compiled from.'),
    sourceMemories: z.array(z.string()).describe('Ids of the memories of those events.'),
    metadata: keptObject,
    updatedAt: utcInstant,
  })
  .meta({ id: 'Artifact', description: 'Knowledge that can be acted on, with its evidence.' });
export type Artifact = z.infer<typeof artifactSchema>;
