import { z } from 'zod';
import { utcInstant } from './instant.ts';
import { keptObject } from './json.ts';

const rate = z.number().min(0).max(1);
const count = z.number().int().min(0);
const successRate = rate.describe('The share of the supporting sessions that succeeded.');
const tasks = count
  // Absent from artifacts that were compiled before tasks were counted.
  .default(0)
  .describe(
    'The number of distinct tasks among the supporting sessions; 0 if it was compiled before tasks were counted.',
  );
const support = count.describe('The number of sessions that are evidence for it.');
const writers = count
  // Absent from artifacts that were compiled before writers were recorded.
  .default(0)
  .describe('The number of distinct known writers of the events behind the figures beside it; 0 if none is known.');
const toolArguments = keptObject.describe('Values that vary between sessions are replaced by `<parameter>`.');

export const taskSchemaContent = z
  .object({
    goal: z.string(),
    preconditions: z.array(z.string()),
    steps: z.array(
      z.object({
        action: z.string(),
        tool: z.string().optional(),
        arguments: toolArguments.optional(),
        optional: z.boolean().optional().describe('True if some successful sessions skipped it.'),
        description: z.string(),
      }),
    ),
    successRate: rate
      .nullable()
      .describe(
        'The success rate to expect of sessions with these steps, estimated from those with a verdict; null if none has one.',
      ),
    support,
    tasks,
    writers,
  })
  .meta({ id: 'TaskSchema', description: 'The steps that lead to a goal, from the sessions that reached it.' });

export const failurePlaybookContent = z
  .object({
    symptom: z.string(),
    errorSignature: z.string().describe('The error with variable parts masked, such as `<id>`.'),
    occurrences: count,
    writers,
    recovery: z.array(
      z.object({
        action: z.string(),
        tool: z.string().optional(),
        arguments: toolArguments.optional(),
        successRate: rate.describe('The share of attempts after which the failed step worked.'),
        support: count.describe('The number of attempts.'),
        sessionSuccessRate: rate
          .nullable()
          .default(null)
          .describe('The share of the sessions with the attempt that succeeded in the end; null if no verdict tells.'),
        tasks: count.default(0).describe('The number of distinct tasks with the attempt.'),
        sessions: count.default(0).describe('The number of distinct sessions with the attempt.'),
        writers,
      }),
    ),
    avoid: z.array(z.string()).describe('Attempts that did not help.'),
  })
  .meta({ id: 'FailurePlaybook', description: 'An error, what fixed it, and what did not.' });

export const causalPatternContent = z
  .object({
    cause: z.string(),
    effect: z.string(),
    support,
    tasks,
    writers,
    confidence: rate.describe('The share of the sessions with the cause that have the effect.'),
    lift: z.number().positive().describe('How many times more frequent the effect is after the cause than overall.'),
    pValue: rate.describe('After correction for the number of pairs compared.'),
    counterExamples: count.describe('Sessions with the cause and without the effect.'),
  })
  .meta({ id: 'CausalPattern', description: 'A cause that is regularly followed by an effect.' });

export const decisionPolicyContent = z
  .object({
    situation: z.string(),
    decision: z.string(),
    alternatives: z.array(z.object({ decision: z.string(), successRate, support, writers })),
    rationale: z.string(),
    confidence: rate,
    support,
    tasks,
    writers,
    exceptions: z
      .array(z.string())
      // Absent from artifacts that were compiled before exceptions were kept.
      .default([])
      .describe('Ids of events that do not fit the policy, at most 20.'),
  })
  .meta({
    id: 'DecisionPolicy',
    description: 'A situation in which agents chose differently, and the choice that did better.',
  });

/** Every type of artifact, with the schema of its content. For a new type add an entry: type errors name the code that it needs. */
export const ARTIFACT_CONTENTS = {
  task_schema: taskSchemaContent,
  failure_playbook: failurePlaybookContent,
  causal_pattern: causalPatternContent,
  decision_policy: decisionPolicyContent,
} as const;
export type ArtifactType = keyof typeof ARTIFACT_CONTENTS;
export type ArtifactContents = { readonly [Type in ArtifactType]: z.output<(typeof ARTIFACT_CONTENTS)[Type]> };

export const ARTIFACT_TYPES = Object.keys(ARTIFACT_CONTENTS) as ArtifactType[];
export const artifactContentSchema = z.union(Object.values(ARTIFACT_CONTENTS));

/** The fields of an artifact in a list. */
export const artifactSummarySchema = z.object({
  id: z.string(),
  type: z.enum(ARTIFACT_TYPES).describe('Determines the shape of `content`.'),
  title: z.string(),
  version: z.number().int().describe('Grows by one whenever new evidence changes the content.'),
  tokenCount: z.number().int().describe('Its size in o200k tokens.'),
  isActive: z.boolean().describe('False if its evidence no longer supports it.'),
  compiledAt: utcInstant,
  createdAt: utcInstant,
});

/** An artifact in full. `sourceEvents` are the events that it cites, at most 200 of its evidence. */
export const artifactSchema = artifactSummarySchema
  .extend({
    content: artifactContentSchema,
    sourceEvents: z.array(z.string()).describe('Ids of events that show it, at most 200.'),
    sourceMemories: z.array(z.string()).describe('Ids of the memories compiled from those events.'),
    metadata: keptObject,
    updatedAt: utcInstant,
  })
  .meta({ id: 'Artifact', description: 'Compiled knowledge with its evidence.' });
export type Artifact = z.infer<typeof artifactSchema>;
