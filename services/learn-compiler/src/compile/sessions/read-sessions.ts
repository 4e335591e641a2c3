import { valueHash } from '../text/hash.ts';
import { UNNAMED } from '../steps/read-outcome.ts';
import { isRequester } from '../steps/read-message.ts';
import { fileKind } from '../commands/file-kind.ts';
import { canonical } from '../steps/value-shapes.ts';
import { compareText } from '../text/words.ts';
import type { SessionSteps, Step } from '../types.ts';
import { keepInformativeFacts } from './informative-facts.ts';
import { requestWords } from './request-words.ts';
import type { Act, Session } from './session.ts';
import { sessionOutcome } from './session-outcome.ts';
import { sessionTasks } from './session-tasks.ts';

/** Acts beyond this number in one session are not mined. */
const MAX_ACTS = 10_000;
const MAX_TRACKED_VALUES = 20_000;
const REQUEST_MESSAGES = 2;

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

/** Names of test runs that only ever close a session: a grader's verdict, not an act of the agent. */
function verdictTests(sessions: readonly SessionSteps[]): Set<string> {
  const closing = new Set<string>();
  const within = new Set<string>();
  for (const { steps } of sessions) {
    const last = steps.findLastIndex((step) => step.kind !== 'message');
    steps.forEach((step, at) => {
      if (step.kind === 'test') (at === last ? closing : within).add(step.tool ?? 'unknown');
    });
  }
  return new Set([...closing].filter((name) => !within.has(name)));
}

/** A call that carries a command is a command; one that only edits files is an edit. */
function actKind({ kind, command, edits = [] }: Step): Step['kind'] {
  if (command === undefined) return kind;
  return command.name === '' && edits.length > 0 ? 'edit' : 'command';
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
    outcome: step.outcome ?? null,
    error: step.error ?? null,
    shape: step.shape ?? null,
    facts: step.facts ?? [],
    eventIds: [step.eventId],
  };
}

/** Calls that wait for their results. A result belongs to the call with its id, else to the oldest open call of its tool. */
class OpenCalls {
  private readonly open: { act: Act; callId: string | undefined }[] = [];

  add(act: Act, callId: string | undefined): void {
    this.open.push({ act, callId });
    if (this.open.length > 256) this.open.shift();
  }

  take(result: Step): Act | undefined {
    const byId = result.callId === undefined ? -1 : this.open.findIndex((call) => call.callId === result.callId);
    const at =
      byId >= 0 ? byId : this.open.findIndex((call) => result.tool === undefined || call.act.tool === result.tool);
    return at < 0 ? undefined : this.open.splice(at, 1)[0]?.act;
  }
}

function readActs(steps: readonly Step[], verdicts: ReadonlySet<string>): Act[] {
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
    if (step.kind === 'test' && verdicts.has(step.tool ?? 'unknown')) continue;
    const call = step.kind === 'result' ? calls.take(step) : undefined;
    if (call === undefined) {
      const act = newAct(step, trace(step.args));
      acts.push(act);
      if (step.kind === 'call') calls.add(act, step.callId);
      remember(step.values, act.symbol);
    } else {
      call.outcome = step.outcome ?? null;
      call.error = step.error ?? null;
      call.shape = step.shape ?? null;
      call.facts = step.facts ?? [];
      if (call.eventIds[0] !== step.eventId) call.eventIds.push(step.eventId);
      remember(step.values, call.symbol);
    }
  }
  return acts;
}

/** A verdict is not an act of the agent, but the text of a failed one is an error like any other. */
function readFailedVerdict(steps: readonly Step[], verdicts: ReadonlySet<string>): Act | null {
  const last = steps.findLast((step) => step.kind === 'test');
  const says = last?.outcome === 'error' && last.error !== undefined && last.error.template !== UNNAMED;
  return last !== undefined && says && verdicts.has(last.tool ?? 'unknown') ? newAct(last, {}) : null;
}

function readRequest(steps: readonly Step[]): { text: string; values: string[]; eventIds: string[] } {
  const messages = steps.filter(
    (step) => step.kind === 'message' && step.text !== undefined && step.actor !== 'system',
  );
  const asked = messages.filter((step) => isRequester(step.actor));
  const first = (asked.length > 0 ? asked : messages.filter((step) => step.actor === messages[0]?.actor)).slice(
    0,
    REQUEST_MESSAGES,
  );
  return {
    text: first.map((step) => step.text ?? '').join('\n'),
    values: first.flatMap((step) => step.values?.split(' ') ?? []),
    eventIds: first.map((step) => step.eventId),
  };
}

/**
 * Reads the sessions of a learning scope: calls joined with their results, outcomes read, ordered by first arrival. A
 * session in which nothing was done shows nothing about work: it is left out.
 */
export function readSessions(scope: readonly SessionSteps[]): Session[] {
  const verdicts = verdictTests(scope);
  const ordered = scope
    .map(({ sessionId, steps }) => ({
      sessionId,
      steps,
      acts: readActs(steps, verdicts),
      failedVerdict: readFailedVerdict(steps, verdicts),
    }))
    .filter(({ acts, failedVerdict }) => acts.length > 0 || failedVerdict !== null)
    .sort((a, b) => (a.steps[0]?.seq ?? 0) - (b.steps[0]?.seq ?? 0) || compareText(a.sessionId, b.sessionId));
  const requests = ordered.map(({ steps }) => readRequest(steps));
  const words = requestWords(requests.map(({ text }) => text));
  const tasks = sessionTasks(
    ordered.map(({ sessionId, steps }, at) => ({
      sessionId,
      task: steps.find(({ task }) => task !== undefined)?.task ?? null,
      request: requests[at]?.text ?? '',
      values: requests[at]?.values ?? [],
    })),
  );
  const sessions = ordered.map(({ sessionId, steps, acts, failedVerdict }, at): Session => {
    const outcome = sessionOutcome(steps);
    return {
      id: sessionId,
      acts,
      failedVerdict,
      task: tasks[at] ?? '',
      succeeded: outcome?.succeeded ?? null,
      verdict: outcome?.isVerdict === true ? outcome.succeeded : null,
      outcomeEvent: outcome?.eventId ?? null,
      words: words[at] ?? new Map(),
      requestEvents: requests[at]?.eventIds ?? [],
    };
  });
  keepInformativeFacts(sessions);
  return sessions;
}
