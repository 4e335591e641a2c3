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

const BREAKS = /(?:\r\n|[\r\n\v\f\u0085\u2028\u2029])+/g;
const MAX_ARGUMENT_LENGTH = 120;
/** Steps that fail more often than not are a warning. */
const MOSTLY_FAILS = 0.5;
/** A text of which this share of the words was said says too little that is new. */
const SAID_FROM = 0.4;

/**
 * An artifact as text: a headline, what to do line by line, then what it rests on. A line that begins with spaces explains
 * those before it, and is left out where there is little space (`shorterForm`).
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
  const { goal, preconditions, steps, successRate, support, writers } = schema;
  const how = successRate !== null && successRate < MOSTLY_FAILS ? 'Mostly failed' : 'How to';
  return lines([
    `${how}: ${title}`,
    ...preconditions,
    ...steps.flatMap((step, i) => {
      const action = call(step);
      return [
        `${String(i + 1)}. ${action}${skipped(step, support)}`,
        unlessSaid(step.description, `use ${action}`, explanation, 1),
      ];
    }),
    unlessSaid(goal.startsWith(title) ? goal.slice(title.length).replace(/^[.\s]+/, '') : goal, title, explanation),
    evidence(
      successRate === null
        ? `${runs(support)}${by(writers)}`
        : `${runs(support, 'successful ')}${by(writers)}; about ${percent(successRate)} of all runs with these steps succeed`,
    ),
  ]);
}

/** In how many runs an optional step was done, unless all did it. */
function skipped({ optional, sessions }: TaskSchema['steps'][number], support: number): string {
  if (optional !== true) return '';
  if (sessions === undefined) return ' (optional)';
  return sessions < support ? ` (in ${String(sessions)} of ${String(support)} runs)` : '';
}

function renderFailurePlaybook(title: string, playbook: FailurePlaybook): string {
  const { symptom, errorSignature, occurrences, writers, recovery, avoid } = playbook;
  return lines([
    `When ${title}`,
    unlessSaid(symptom, title, explanation),
    unlessSaid(errorSignature, `${title}\n${symptom}`, (text) => explanation(`Error: ${text}`)),
    ...recovery.map((step) => `Try: ${advice(step)} (worked ${figures(step, 'tries')})`),
    ...avoid.map((what) => `Avoid: ${what}`),
    evidence(`seen ${String(occurrences)}×${by(writers)}`),
  ]);
}

function renderCausalPattern(
  title: string,
  { cause, effect, support, writers, lift, counterExamples }: CausalPattern,
): string {
  return lines([
    `Pattern: ${title}`,
    unlessSaid(`${cause} → ${effect}`, title, explanation, 1),
    evidence(
      `in ${String(support)} of ${runs(support + counterExamples)} with the first,${by(writers)}; ${lift.toFixed(1)} times as often as in all runs. A correlation, not a proof`,
    ),
  ]);
}

function renderDecisionPolicy(title: string, policy: DecisionPolicy): string {
  const { situation, decision, alternatives, rationale } = policy;
  const instead = alternatives.map((other) => `${other.decision} (succeeded ${figures(other, 'runs')})`);
  return lines([
    `Known: ${title}`,
    unlessSaid(situation, `${title}\n${decision}`, (text) => explanation(`When ${text}`)),
    unlessSaid(decision, title, (text) => text),
    instead.length > 0 ? `Rather than: ${instead.join('; ')}` : null,
    rationale === '' ? null : evidence(firstSentence(rationale)),
  ]);
}

const explanation = (text: string): string => `   ${text.replace(BREAKS, ' ')}`;

const evidence = (text: string): string => explanation(`Evidence: ${text}`);

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

/**
 * Arguments as `<name>`. A value that all calls had is an example of what to fill in: another may do as well. Commands and
 * edits are literal.
 */
const parameters = (given: Step['arguments'] = {}): string =>
  Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const shown = argument(value);
      if (shown === `<${name}>` || (shown.startsWith(`<${name}: `) && shown.endsWith('>'))) return shown;
      return LITERAL.some((literal) => literal in given) ? `${name}=${shown}` : `<${name}: e.g. ${shown}>`;
    })
    .join(', ');

/** What only a command and an edit have. */
const LITERAL = ['command', 'lines'];

function argument(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_ARGUMENT_LENGTH ? `${text.slice(0, MAX_ARGUMENT_LENGTH - 1)}…` : text;
}

interface Figures {
  readonly successRate: number;
  readonly support: number;
  readonly writers: number;
}

const figures = ({ successRate, support, writers }: Figures, what: string): string =>
  `in ${String(Math.round(successRate * support))} of ${String(support)} ${what}${by(writers)}`;

const runs = (count: number, which = ''): string => `${String(count)} ${which}${count === 1 ? 'run' : 'runs'}`;

/** By how many writers, after a figure: one writer can send any number of sessions. */
const by = (writers: number): string =>
  ` by ${writers === 0 ? 'unknown' : String(writers)} ${writers === 1 ? 'writer' : 'writers'}`;

const WRITERS = /,? by (?:\d+|unknown) writers?\b/g;

/** A rendered artifact without its numbers of writers, which are no words to be found by. */
export const withoutWriters = (text: string): string => text.replaceAll(WRITERS, '');

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

/** A further line of one part, such as of a command, does not look like a part of its own. */
function lines(parts: readonly (string | null)[]): string {
  return parts.flatMap((part) => part?.trimEnd().replace(BREAKS, '\n| ') ?? []).join('\n');
}
