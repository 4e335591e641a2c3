import { isRequester } from '../steps/read-message.ts';
import { UNNAMED } from '../steps/read-outcome.ts';
import { fileKind } from '../commands/file-kind.ts';
import { canonical } from '../steps/value-shapes.ts';
import { valueHash } from '../text/hash.ts';
import type { Step } from '../types.ts';
import type { Act } from './session.ts';

/** Acts beyond this number in one session are not mined. */
export const MAX_ACTS = 10_000;
const MAX_TRACKED_VALUES = 20_000;
const MAX_OPEN_CALLS = 256;

/** A command's program and subcommand, whichever tool runs it; a command that only edits files is an edit. */
function commandSymbol(step: Step): string | undefined {
  const [edit] = step.edits ?? [];
  if (step.command === undefined) return undefined;
  if (step.command.name !== '') return `$ ${step.command.name}`;
  return edit === undefined ? undefined : `edit ${fileKind(edit.path)}`;
}

function symbolOf(step: Step): string {
  const name = step.tool ?? 'unknown';
  const command = commandSymbol(step);
  if (command !== undefined) return command;
  switch (step.kind) {
    case 'call':
    case 'result':
      return name;
    case 'command':
      return `$ ${name}`;
    case 'test':
      return `test ${name}`;
    case 'browse':
      return `browser ${name}`;
    case 'edit':
    case 'api':
    case 'message':
      return name;
  }
}

/** A call that carries a command is a command; one that only edits files is an edit. */
function actKind({ kind, command, edits = [] }: Step): Step['kind'] {
  if (command === undefined) return kind;
  return command.name === '' && edits.length > 0 ? 'edit' : 'command';
}

/** A result in whose text an error was found, now that it is known to be a command's. */
const failedBy = (step: Step, error: NonNullable<Step['said']>): Step => ({ ...step, outcome: 'error', error });

/** How an act ended. A look that fails without a message found nothing: `grep` and `diff` end with 1 then. */
function endOf({ outcome, error }: Step, looks: boolean): Pick<Act, 'outcome' | 'error'> {
  return looks && error?.template === UNNAMED
    ? { outcome: 'ok', error: null }
    : { outcome: outcome ?? null, error: error ?? null };
}

function newAct(step: Step, sources: Record<string, string>): Act {
  return {
    symbol: symbolOf(step),
    tool: step.kind === 'call' || step.kind === 'result' ? (step.tool ?? null) : null,
    kind: actKind(step),
    command: step.command?.line ?? null,
    looks: step.command?.looks === true,
    edits: step.edits ?? [],
    args: step.command === undefined ? (step.args ?? {}) : { command: step.command.line },
    sources,
    ...endOf(step, step.command?.looks === true),
    shape: step.shape ?? null,
    fields: step.facts ?? [],
    facts: step.facts ?? [],
    eventIds: [step.eventId],
  };
}

/** Calls that wait for their results. A result belongs to the call with its id, else to the oldest open call of its tool. */
class OpenCalls {
  private readonly open: { act: Act; callId: string | undefined }[] = [];

  add(act: Act, callId: string | undefined): void {
    this.open.push({ act, callId });
    if (this.open.length > MAX_OPEN_CALLS) this.open.shift();
  }

  take(result: Step): Act | undefined {
    const byId = result.callId === undefined ? -1 : this.open.findIndex((call) => call.callId === result.callId);
    const at =
      byId >= 0 ? byId : this.open.findIndex((call) => result.tool === undefined || call.act.tool === result.tool);
    return at < 0 ? undefined : this.open.splice(at, 1)[0]?.act;
  }
}

/** The name of a test run, and the run as an act. */
export interface ClosingTest {
  readonly name: string;
  readonly act: Act;
}

/** What was done in a session. */
export interface ReadActs {
  readonly acts: Act[];
  /** The test run that closes the session; null without one. It is not among the acts. */
  readonly closing: ClosingTest | null;
}

export const testName = (step: Step): string => step.tool ?? 'unknown';

/** The acts of a session: calls joined with their results, and the sources of their arguments. */
export function readActs(steps: readonly Step[]): ReadActs {
  const last = steps.findLast((step) => step.kind !== 'message');
  const closing = last?.kind === 'test' ? last : undefined;
  const acts: Act[] = [];
  const calls = new OpenCalls();
  const shownBy = new Map<string, string>();
  const remember = (values: string | undefined, by: string): void => {
    for (const value of values?.split(' ') ?? [])
      if (!shownBy.has(value) && shownBy.size < MAX_TRACKED_VALUES) shownBy.set(value, by);
  };
  const trace = (args: Record<string, string> | undefined): Record<string, string> => {
    const sources: Record<string, string> = {};
    for (const [name, value] of Object.entries(args ?? {})) {
      const by = value.length > 1 ? shownBy.get(valueHash(canonical(value))) : undefined;
      if (by !== undefined) sources[name] = by;
    }
    return sources;
  };
  for (const step of steps) {
    if (acts.length >= MAX_ACTS) break;
    if (step.kind === 'message') {
      if (isRequester(step.actor)) remember(step.values, 'user');
      continue;
    }
    if (step === closing) continue;
    const call = step.kind === 'result' ? calls.take(step) : undefined;
    if (call === undefined) {
      const act = newAct(step, trace(step.args));
      acts.push(act);
      if (step.kind === 'call') calls.add(act, step.callId);
      remember(step.values, act.symbol);
    } else {
      const end = call.command === null || step.said === undefined ? step : failedBy(step, step.said);
      Object.assign(call, endOf(end, call.looks));
      call.shape = step.shape ?? null;
      call.fields = step.facts ?? [];
      call.facts = step.facts ?? [];
      if (call.eventIds[0] !== step.eventId) call.eventIds.push(step.eventId);
      remember(step.values, call.symbol);
    }
  }
  return {
    acts,
    closing: closing === undefined ? null : { name: testName(closing), act: newAct(closing, trace(closing.args)) },
  };
}
