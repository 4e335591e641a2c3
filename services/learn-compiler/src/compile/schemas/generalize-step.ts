import { mostCommon } from '../text/most-common.ts';
import { countTasks } from '../sessions/count-tasks.ts';
import type { Act, Session } from '../sessions/session.ts';

export interface GeneralArguments {
  /** Argument name → constant, `a | b` for a few words, or `<parameter>`. */
  values: Record<string, string>;
  /** Argument name → the source of most of its values: `user` or a symbol. */
  sources: Record<string, string>;
}

const CONSTANT_SHARE = 0.9;
const CONSTANT_ACTS = 3;
const CHOICE_ACTS = 6;
const MAX_CHOICES = 3;
const USED_SHARE = 0.5;
const SOURCE_SHARE = 0.5;

/** The whole command that at least half of the acts ran, if they are commands: never a mixture of several. */
function wholeCommand(acts: readonly Act[]): string | null {
  // What a command wrote into a file is of one case only.
  if (acts.some(({ edits }) => edits.length > 0)) return null;
  const [command, times] = mostCommon(acts.flatMap((act) => act.command ?? []))[0] ?? ['', 0];
  return times >= USED_SHARE * acts.length && times > 0 ? command : null;
}

function generalValue(name: string, values: readonly string[], traced: number): string {
  const ranked = mostCommon(values);
  const [top, times] = ranked[0] ?? ['', 0];
  // A value from the user or an earlier result is a parameter, even if all runs happen to share it.
  if (
    times >= CONSTANT_ACTS &&
    times >= CONSTANT_SHARE * values.length &&
    !top.includes('#') &&
    traced < SOURCE_SHARE * values.length
  )
    return top;
  if (
    values.length >= CHOICE_ACTS &&
    ranked.length <= MAX_CHOICES &&
    (ranked.length > 1 || traced < SOURCE_SHARE * values.length) &&
    ranked.every(([value, n]) => n >= 2 && /^[a-z][a-z _-]*$/.test(value))
  )
    return ranked.map(([value]) => value).join(' | ');
  const shapes = mostCommon(values.map((value) => /^([[{].*)#[0-9a-z]{4}$/.exec(value)?.[1] ?? ''));
  const shape = shapes[0]?.[0] ?? '';
  return shape === '' || shape === '[]' || shape === '{}' ? `<${name}>` : `<${name}: ${shape}>`;
}

/** Generalizes the arguments of the acts of one step: constants stay, variable values become parameters, a command stays whole. */
export function generalizeArguments(acts: readonly Act[]): GeneralArguments {
  const command = wholeCommand(acts);
  if (acts.some((act) => act.command !== null)) return { values: command === null ? {} : { command }, sources: {} };
  const values: Record<string, string> = {};
  const sources: Record<string, string> = {};
  const names = mostCommon(acts.flatMap((act) => Object.keys(act.args)));
  for (const [name, times] of names.filter(([, n]) => n >= USED_SHARE * acts.length)) {
    const given = acts.flatMap((act) => (Object.hasOwn(act.args, name) ? [act.args[name] ?? ''] : []));
    const from = mostCommon(acts.flatMap((act) => (Object.hasOwn(act.sources, name) ? [act.sources[name] ?? ''] : [])));
    const traced = from.reduce((sum, [, n]) => sum + n, 0);
    values[name] = generalValue(name, given, traced);
    const [source, shown] = from[0] ?? ['', 0];
    if (shown >= SOURCE_SHARE * times) sources[name] = source;
  }
  return { values, sources };
}

/** A call that went through, with the task of its session. */
export interface TaskCall {
  readonly act: Act;
  readonly task: string;
}

/** Symbol → its calls that went through, in all sessions. */
export type CallsBySymbol = ReadonlyMap<string, readonly TaskCall[]>;

/** All calls of some symbols that went through. */
export function callsOf(symbols: ReadonlySet<string>, sessions: readonly Session[]): CallsBySymbol {
  const calls = new Map<string, TaskCall[]>([...symbols].map((symbol) => [symbol, []]));
  for (const { acts, task } of sessions)
    for (const act of acts) if (act.outcome !== 'error') calls.get(act.symbol)?.push({ act, task });
  return calls;
}

/**
 * Generalizes the arguments of a step of a procedure. Its runs may all have wanted the same, so an argument is constant only
 * if no call of the tool has another value. A command of one task only is not shown.
 * @param calls all calls of the tool that went through
 */
export function generalizeStep(acts: readonly Act[], calls: readonly TaskCall[]): GeneralArguments {
  const { values, sources } = generalizeArguments(acts);
  if (acts.some(({ command }) => command !== null))
    return { values: isOfOneTask(values.command, calls) ? {} : values, sources };
  const general = (name: string, value: string): string => {
    if (value.startsWith('<') || !varies(name, calls)) return value;
    const anywhere = valuesAnywhere(calls)[name] ?? value;
    return anywhere.includes(' | ') ? anywhere : `<${name}>`;
  };
  return {
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, general(name, value)])),
    sources,
  };
}

/** Whether an argument has several values. */
function varies(name: string, calls: readonly TaskCall[]): boolean {
  const first = calls.find(({ act }) => act.args[name] !== undefined)?.act.args[name];
  return calls.some(({ act }) => act.args[name] !== undefined && act.args[name] !== first);
}

const knownAnywhere = new WeakMap<readonly TaskCall[], Record<string, string>>();

/** The general arguments of all calls of a tool. Many steps use one tool, so it is done once for each list of calls. */
function valuesAnywhere(calls: readonly TaskCall[]): Record<string, string> {
  const known = knownAnywhere.get(calls) ?? generalizeArguments(calls.map(({ act }) => act)).values;
  knownAnywhere.set(calls, known);
  return known;
}

/** Whether only one of several tasks ran a command. */
function isOfOneTask(command: string | undefined, calls: readonly TaskCall[]): boolean {
  return countTasks(calls) > 1 && countTasks(calls.filter(({ act }) => act.command === command)) < 2;
}
