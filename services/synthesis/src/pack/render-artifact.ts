import type { ArtifactContents, ArtifactType } from '@strata/contracts/schemas/artifact';

type TaskSchema = ArtifactContents['task_schema'];
type FailurePlaybook = ArtifactContents['failure_playbook'];
type CausalPattern = ArtifactContents['causal_pattern'];
type DecisionPolicy = ArtifactContents['decision_policy'];

/** An artifact with the content that belongs to its type. */
export type RenderableArtifact = {
  [T in ArtifactType]: { readonly artifactType: T; readonly title: string; readonly content: ArtifactContents[T] };
}[ArtifactType];

const MAX_ARGUMENT_LENGTH = 120;

/** An artifact as text: a headline with its figures, then one line per step. */
export function renderArtifact(artifact: RenderableArtifact): string {
  switch (artifact.artifactType) {
    case 'task_schema':
      return renderTaskSchema(artifact.title, artifact.content);
    case 'failure_playbook':
      return renderFailurePlaybook(artifact.title, artifact.content);
    case 'causal_pattern':
      return renderCausalPattern(artifact.title, artifact.content);
    case 'decision_policy':
      return renderDecisionPolicy(artifact.title, artifact.content);
  }
}

function renderTaskSchema(
  title: string,
  { goal, preconditions, steps, successRate, support, writers }: TaskSchema,
): string {
  return lines([
    `How to: ${title} (${figures({ successRate, support, writers })})`,
    unlessRepeated(goal, title, (text) => `Goal: ${text}`),
    preconditions.length > 0 ? `Needs: ${preconditions.join('; ')}` : null,
    ...steps.map((step, i) => {
      const optional = step.optional === true ? ' (optional)' : '';
      const action = call(step);
      return `${String(i + 1)}. ${action}${optional}${unlessRepeated(step.description, action, (text) => `: ${text}`) ?? ''}`;
    }),
  ]);
}

function renderFailurePlaybook(title: string, playbook: FailurePlaybook): string {
  const { symptom, errorSignature, occurrences, writers, recovery, avoid } = playbook;
  return lines([
    `When it fails: ${title} (${seen(occurrences, writers)})`,
    unlessRepeated(symptom, title, (text) => `Symptom: ${text}`),
    unlessRepeated(errorSignature, `${title}\n${symptom}`, (text) => `Error: ${text}`),
    ...recovery.map((step) => `Try: ${advice(step)} (${figures(step)})`),
    ...avoid.map((what) => `Avoid: ${what}`),
  ]);
}

function renderCausalPattern(
  title: string,
  { cause, effect, support, writers, confidence, lift, counterExamples }: CausalPattern,
): string {
  const statistics = `${seen(support, writers)}, ${percent(confidence)} of cases, lift ${lift.toFixed(1)}, ${String(counterExamples)} without`;
  const pattern = `${cause} → ${effect}`;
  return lines([`Pattern: ${title} (${statistics})`, title.includes(cause) && title.includes(effect) ? null : pattern]);
}

function renderDecisionPolicy(title: string, policy: DecisionPolicy): string {
  const { situation, decision, alternatives, rationale, confidence, support, writers } = policy;
  const instead = alternatives.map((other) => `${other.decision} (${figures(other)})`);
  return lines([
    `Decide: ${title} (confidence ${percent(confidence)}, ${seen(support, writers)})`,
    unlessRepeated(situation, title, (text) => `When: ${text}`),
    unlessRepeated(decision, title, (text) => `Do: ${text}`),
    instead.length > 0 ? `Rather than: ${instead.join('; ')}` : null,
    unlessRepeated(rationale, title, (text) => `Why: ${text}`),
  ]);
}

interface Step {
  readonly action: string;
  readonly tool?: string | undefined;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

function call({ action, tool, arguments: given }: Step): string {
  const command = given?.['command'];
  // A command says it all: the shell tool that runs it and the short form of it in the action add nothing.
  if (typeof command === 'string' && action.startsWith('Run '))
    return action.includes(command) ? action : `Run ${command}`;
  const name = tool ?? action;
  const present = Object.entries(given ?? {}).filter(([, value]) => value !== undefined);
  const pairs = present.map(([key, value]) => `${key}=${argument(value)}`);
  const invocation = tool === undefined && pairs.length === 0 ? name : `${name}(${pairs.join(', ')})`;
  return action.includes(name) ? invocation : `${invocation} ${action}`;
}

/** A recovery: its action says what comes before or instead of what, so it always stays. */
function advice(step: Step): string {
  const invocation = call(step);
  return invocation.includes(step.action) || step.tool === undefined ? invocation : `${step.action}: ${invocation}`;
}

function argument(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_ARGUMENT_LENGTH ? `${text.slice(0, MAX_ARGUMENT_LENGTH - 1)}…` : text;
}

interface Figures {
  /** Null if no verdict is known. */
  readonly successRate: number | null;
  readonly support: number;
  readonly writers: number;
}

const figures = ({ successRate, support, writers }: Figures): string =>
  `${successRate === null ? 'outcome unknown' : `worked ${percent(successRate)}`}, ${seen(support, writers)}`;

/** How often, and by how many writers: one writer can send any number of sessions. */
const seen = (times: number, writers: number): string =>
  `seen ${String(times)}× by ${writers === 0 ? 'unknown' : String(writers)} ${writers === 1 ? 'writer' : 'writers'}`;

const WRITERS = /(seen \d+×) by (?:\d+|unknown) writers?/g;

/** A rendered artifact without its numbers of writers, which are no words to be found by. */
export const withoutWriters = (text: string): string => text.replaceAll(WRITERS, '$1');

function percent(share: number): string {
  return `${String(Math.round(share * 100))}%`;
}

/** A line unless its text was said already: repeating it would only cost tokens. */
function unlessRepeated(text: string, already: string, line: (text: string) => string): string | null {
  const own = text.trim();
  return own === '' || already.toLowerCase().includes(own.toLowerCase()) ? null : line(own);
}

function lines(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n');
}
