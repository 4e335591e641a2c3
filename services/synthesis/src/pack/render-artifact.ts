import type { ArtifactContents, ArtifactType } from '@strata/contracts/schemas/artifact';
import { words } from '../text/words.ts';

type TaskSchema = ArtifactContents['task_schema'];
type FailurePlaybook = ArtifactContents['failure_playbook'];
type CausalPattern = ArtifactContents['causal_pattern'];
type DecisionPolicy = ArtifactContents['decision_policy'];

/** An artifact with the content that belongs to its type. */
export type RenderableArtifact = {
  [T in ArtifactType]: { readonly artifactType: T; readonly title: string; readonly content: ArtifactContents[T] };
}[ArtifactType];

const MAX_ARGUMENT_LENGTH = 120;
/** Steps that fail more often than not are a warning. */
const MOSTLY_FAILS = 0.5;
/** A text of which this share of the words was said says too little that is new. */
const SAID_FROM = 0.4;

/**
 * An artifact as text: a headline with its figures, then one line per step. A line that begins with spaces explains the
 * line before it, and is left out where there is little space (`shorterForms`).
 */
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

function renderTaskSchema(title: string, schema: TaskSchema): string {
  const { goal, preconditions, steps, successRate } = schema;
  const how = successRate !== null && successRate < MOSTLY_FAILS ? 'Mostly failed' : 'How to';
  return lines([
    `${how}: ${title} (${figures(schema)})`,
    unlessSaid(goal.startsWith(title) ? goal.slice(title.length).replace(/^[.\s]+/, '') : goal, title, explanation),
    preconditions.length > 0 ? `Needs: ${preconditions.join('; ')}` : null,
    ...steps.flatMap((step, i) => {
      const action = `${call(step)}${step.optional === true ? ' (optional)' : ''}`;
      return [`${String(i + 1)}. ${action}`, unlessSaid(step.description, action, explanation, 1)];
    }),
  ]);
}

function renderFailurePlaybook(title: string, playbook: FailurePlaybook): string {
  const { symptom, errorSignature, occurrences, writers, recovery, avoid } = playbook;
  return lines([
    `When it fails: ${title} (${seen(occurrences, writers)})`,
    unlessSaid(symptom, title, explanation),
    unlessSaid(errorSignature, `${title}\n${symptom}`, (text) => explanation(`Error: ${text}`)),
    ...recovery.map((step) => `Try: ${advice(step)} (${figures(step)})`),
    ...avoid.map((what) => `Avoid: ${what}`),
  ]);
}

function renderCausalPattern(
  title: string,
  { cause, effect, support, writers, confidence, lift, counterExamples }: CausalPattern,
): string {
  const statistics = `${seen(support, writers)}, ${percent(confidence)} of cases, lift ${lift.toFixed(1)}, ${String(counterExamples)} without`;
  return lines([`Pattern: ${title} (${statistics})`, unlessSaid(`${cause} → ${effect}`, title, explanation, 1)]);
}

function renderDecisionPolicy(title: string, policy: DecisionPolicy): string {
  const { situation, decision, alternatives, rationale, confidence, support, writers } = policy;
  const instead = alternatives.map((other) => `${other.decision} (${figures(other)})`);
  return lines([
    `Known: ${title} (${percent(confidence)} sure, ${seen(support, writers)})`,
    unlessSaid(situation, title, (text) => explanation(`When ${text}`)),
    unlessSaid(decision, title, explanation),
    instead.length > 0 ? `Rather than: ${instead.join('; ')}` : null,
    unlessSaid(firstSentence(rationale), title, explanation),
  ]);
}

const explanation = (text: string): string => `   ${text}`;

const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/su.exec(text)?.[0] ?? text;

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
  if (tool === undefined && given === undefined) return action;
  const name = tool ?? action;
  const own = new Set(words(name));
  const said = words(action).filter((word) => !own.has(word));
  const addition = said.length === 0 || action.includes(name) ? '' : said.join() === 'again' ? ' again' : ` ${action}`;
  return `${name}(${parameters(given)})${addition}`;
}

/** A recovery: its action says what comes before or instead of what, so it always stays. */
function advice(step: Step): string {
  const { action, tool, arguments: given } = step;
  if (tool === undefined || typeof given?.['command'] === 'string') return call(step);
  if (!action.includes(tool)) return `${action}: ${tool}(${parameters(given)})`;
  const passed = parameters(given);
  return passed === '' ? action : `${action}: ${passed}`;
}

/** Arguments as `name=value`; what the caller has to fill in only as `<name>`. */
const parameters = (given: Step['arguments'] = {}): string =>
  Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const shown = argument(value);
      return shown === `<${name}>` || (shown.startsWith(`<${name}: `) && shown.endsWith('>'))
        ? shown
        : `${name}=${shown}`;
    })
    .join(', ');

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

/** A line unless the share `from` of its words was said already: repeating them would only cost tokens. */
function unlessSaid(text: string, already: string, line: (text: string) => string, from = SAID_FROM): string | null {
  const own = new Set(words(text));
  const said = new Set(words(already));
  const repeated = [...own].filter((word) => said.has(word)).length;
  return repeated >= from * own.size ? null : line(text.trim());
}

function lines(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n');
}
