import { z } from 'zod';
import { utcInstant } from './instant.ts';
import { keptObject } from './json.ts';
import { writerSchema } from './writer.ts';

const rate = z.number().min(0).max(1);
const count = z.number().int().min(0);
const successRate = rate.describe('The share of the sessions in `support` that succeeded, by their verdicts.');
const tasks = count
  // Absent from artifacts that were compiled before tasks were counted.
  .default(0)
  .describe(
    'The number of distinct tasks in `support`: sessions with one `metadata.taskId`, or else with nearly equal requests, are one task. 0 if it was compiled before tasks were counted.',
  );
const support = count.describe('The number of sessions that show it.');
const writers = count
  // Absent from artifacts that were compiled before writers were recorded.
  .default(0)
  .describe('The number of distinct known writers of the events behind the figures beside it; 0 if none is known.');
const toolArguments = keptObject.describe('Values that vary between sessions are replaced by `<parameter>`.');

export const taskSchemaContent = z
  .object({
    goal: z
      .string()
      .describe('What these sessions changed, what is not known of them, and the words of their requests.'),
    preconditions: z
      .array(z.string())
      .describe('What the user has to give, and what records have to show so that the changes go through.'),
    steps: z.array(
      z.object({
        action: z.string().describe('The step in a few words.'),
        tool: z.string().optional(),
        arguments: toolArguments.optional(),
        optional: z
          .boolean()
          .optional()
          .describe(
            'True if it is not known to be necessary: successful sessions skipped it, something else gives the same, or too few sessions show it.',
          ),
        // Absent from artifacts that were compiled before it was counted.
        sessions: count.optional().describe('The number of sessions in `support` that did it.'),
        description: z.string().describe('Where its arguments come from, and what others did instead.'),
      }),
    ),
    successRate: rate
      .nullable()
      .describe(
        'The success rate to expect of sessions with these steps, estimated from those with a verdict (a statement about the whole session, or a test run); null if none has one.',
      ),
    support,
    tasks,
    writers,
  })
  .meta({ id: 'TaskSchema', description: 'The steps that lead to a goal, from the sessions that reached it.' });

export const failurePlaybookContent = z
  .object({
    symptom: z.string().describe('What fails, and with which error.'),
    errorSignature: z.string().describe('The error with variable parts masked, such as `<id>`.'),
    occurrences: count.describe('How often the error occurred.'),
    writers,
    recovery: z.array(
      z.object({
        action: z.string().describe('What was done, as an instruction.'),
        tool: z.string().optional(),
        arguments: toolArguments.optional(),
        successRate: rate.describe(
          'The share of attempts after which the failed step worked, however the session ended.',
        ),
        support: count.describe('The number of attempts.'),
        sessionSuccessRate: rate
          .nullable()
          .default(null)
          .describe('The share of the sessions with the attempt that succeeded in the end; null without a verdict.'),
        tasks: count.default(0).describe('The number of distinct tasks with the attempt.'),
        sessions: count.default(0).describe('The number of distinct sessions with the attempt.'),
        writers,
      }),
    ),
    avoid: z.array(z.string()).describe('Attempts that did not help, each with how often it did.'),
  })
  .meta({
    id: 'FailurePlaybook',
    description: 'An error, what fixed it, and what did not. The best recovery comes first.',
  });

export const causalPatternContent = z
  .object({
    cause: z.string(),
    effect: z.string(),
    support,
    tasks,
    writers,
    confidence: rate.describe(
      'The share of the compared sessions with the cause that have the effect. Sessions are compared within a task or a goal.',
    ),
    lift: z
      .number()
      .positive()
      .describe('How many times more frequent the effect is after the cause than in all compared sessions.'),
    pValue: rate.describe('After correction for the number of pairs compared.'),
    counterExamples: count.describe('Compared sessions with the cause and without the effect.'),
    cells: z
      .object({
        both: count.describe('With the cause, then the effect.'),
        causeOnly: count.describe('With the cause, and without the effect after it.'),
        effectOnly: count.describe('Without the cause, with the effect.'),
        neither: count,
      })
      // Absent from artifacts that were compiled before it was kept.
      .optional()
      .describe(
        'The sessions behind `lift` and `pValue`: those that could be compared with others of the same task or goal.',
      ),
  })
  .meta({
    id: 'CausalPattern',
    description: 'A cause after which an effect is more frequent than by chance. A correlation, not a proof.',
  });

export const decisionPolicyContent = z
  .object({
    situation: z.string().describe('When it applies.'),
    decision: z.string().describe('What to do then.'),
    alternatives: z
      .array(z.object({ decision: z.string(), successRate, support, writers }))
      .describe('Other choices that ended worse. Empty for all policies but choices.'),
    rationale: z.string().describe('What it rests on, with figures, and what is uncertain.'),
    confidence: rate.describe(
      'How sure it is: that the choice is better beyond chance; for a precondition a lower bound of 90 % of the share of tasks in which it held; for a stated rule how sure it is that sessions with it end better, or that tools enforce it; for what requests end in, a lower bound of 90 % of the share of tasks with such requests that came to it.',
    ),
    support: count.describe('The number of sessions that show it; for a precondition, of calls.'),
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
    description:
      'What to do in a situation: a choice that ended better than others for the same task or goal, what a record has to show before it is changed (a precondition), a rule that assistants or tools stated, or which change requests end in.',
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
  isActive: z
    .boolean()
    .describe('False if no pack shows it: its evidence no longer supports it, or it was switched off.'),
  compiledAt: utcInstant,
  createdAt: utcInstant,
});

/** What an artifact says in one of its versions. */
export const artifactVersionSchema = artifactSummarySchema
  .pick({ title: true, version: true, tokenCount: true, compiledAt: true })
  .extend({
    content: artifactContentSchema,
    confidence: rate,
    sourceSessions: count.describe('The number of sessions that it rested on.'),
    replacedAt: utcInstant.nullable().describe('When the next version replaced it; null for the present one.'),
  })
  .meta({ id: 'ArtifactVersion', description: 'What an artifact says, or said before its content changed.' });
export type ArtifactVersion = z.infer<typeof artifactVersionSchema>;

/** The decision of a user that no pack shows an artifact. */
const switchedOffSchema = z
  .object({
    at: utcInstant,
    by: writerSchema,
    reason: z.string().nullable().describe('In their words; null without one, or if evidence was deleted since.'),
  })
  .meta({ id: 'SwitchedOff', description: 'Who switched an artifact off, when and why.' });

/** An artifact in full. `sourceEvents` are the events that it cites, at most 200 of its evidence. */
export const artifactSchema = artifactSummarySchema
  .extend({
    content: artifactContentSchema,
    sourceEvents: z.array(z.string()).describe('Ids of events that show it, at most 200.'),
    sourceMemories: z.array(z.string()).describe('Ids of the memories compiled from those events.'),
    metadata: keptObject.describe(
      '`agentId`, `namespaceId`, `userId` (the end user whom all of its evidence is about; null if there is no such one), `tags`, `sourceSessions` (the number of sessions that it rests on), and `confidence` from 0 to 1: for a task schema, a lower bound of 90 % of its success rate in other tasks.',
    ),
    updatedAt: utcInstant,
    switchedOff: switchedOffSchema
      .nullable()
      // An earlier version of the learn-compiler does not send it.
      .default(null)
      .describe('Null unless it is switched off. It stays so, whatever is learned, until it is switched on.'),
  })
  .meta({ id: 'Artifact', description: 'Compiled knowledge with its evidence.' });
export type Artifact = z.infer<typeof artifactSchema>;
