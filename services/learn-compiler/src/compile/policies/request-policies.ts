import { byWriters, type CountWriters } from '../event-writers.ts';
import { countWords, goalWords } from '../schemas/goal-words.ts';
import { countTasks } from '../sessions/count-tasks.ts';
import type { Act, Session } from '../sessions/session.ts';
import { symbolLabel } from '../sessions/symbol-label.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { restingOn } from '../source-events.ts';
import { round3, wilsonLower } from '../statistics/proportions.ts';
import { contentKey } from '../text/hash.ts';
import { compareText, lightStem } from '../text/words.ts';
import type { TitledDraft } from '../titled-draft.ts';

const MAX_POLICIES = 40;
const MAX_WORDS = 6;
const LEAST_TASKS = 2;
const LEAST_WORDS = 2;

/** Work with files and commands differs from task to task: a kind of edit says little about what a request needs. */
const NAMED_KINDS: ReadonlySet<Act['kind']> = new Set(['call', 'result', 'api']);

/** A change, or an ending such as handing over to a person, with the acts by which sessions did it. */
interface Response {
  readonly symbol: string;
  readonly acts: Map<Session, Act[]>;
}

/**
 * What requests end in, one policy for each change or ending of at least two tasks: which words such requests have, how
 * many of them ended so, and how many of these runs succeeded. A first request often names no goal, so it is worth knowing
 * what mostly follows. It says what was done, and not whether it was right.
 */
export function requestPolicies(
  sessions: readonly Session[],
  roles: SymbolRoles,
  writers: CountWriters,
): TitledDraft[] {
  const responses = findResponses(sessions, roles);
  const answered = [...new Set(responses.flatMap(({ acts }) => [...acts.keys()]))];
  const words = countWords(answered);
  const recurring = responses.filter(({ acts }) => countTasks([...acts.keys()]) >= LEAST_TASKS);
  return recurring
    .slice(0, MAX_POLICIES)
    .map((response) =>
      buildPolicy(response, { answered, writers, words: goalWords([...response.acts.keys()], words, MAX_WORDS) }),
    );
}

/** Those that most sessions did, first. */
function findResponses(sessions: readonly Session[], { effects, endings }: SymbolRoles): Response[] {
  const responses = new Map<string, Response>();
  for (const session of sessions) {
    if (session.requestEvents.length === 0) continue;
    for (const act of session.acts) {
      const { symbol, kind, outcome, command } = act;
      const isResponse = effects.has(symbol) || endings.has(symbol);
      if (!isResponse || outcome === 'error' || command !== null || !NAMED_KINDS.has(kind)) continue;
      let response = responses.get(symbol);
      if (response === undefined) responses.set(symbol, (response = { symbol, acts: new Map() }));
      response.acts.set(session, [...(response.acts.get(session) ?? []), act]);
    }
  }
  return [...responses.values()].sort((a, b) => b.acts.size - a.acts.size || compareText(a.symbol, b.symbol));
}

interface PolicyParts {
  /** The sessions that came to any change or ending. */
  readonly answered: readonly Session[];
  readonly writers: CountWriters;
  /** The words of requests that came to this one. */
  readonly words: readonly string[];
}

function buildPolicy({ symbol, acts }: Response, { answered, writers, words }: PolicyParts): TitledDraft {
  const name = symbolLabel(symbol);
  const own = [...acts.keys()];
  const tasks = countTasks(own);
  const speaking = answered.filter((session) => speaksOf(words, session));
  const came = speaking.filter((session) => acts.has(session));
  const isUsual = 2 * came.length > speaking.length && countTasks(came) >= LEAST_TASKS;
  const spoken = words.join(', ');
  const such = spoken === '' ? 'Requests' : `Requests that speak of ${spoken}`;
  const confidence = round3(wilsonLower(countTasks(came), countTasks(speaking)));
  const doneIn = [...acts].map(([session, done]) => ({ session, events: done.flatMap(({ eventIds }) => eventIds) }));
  const writersOfAll = writers(doneIn.flatMap(({ events }) => events));
  return {
    type: 'decision_policy',
    key: `request:${contentKey(symbol)}`,
    titles: [
      `${such} ${isUsual ? 'usually' : 'sometimes'} end in ${name}${mostlyFail(own) ? ', and mostly fail' : ''}`,
    ],
    content: {
      situation: spoken === '' ? 'The request is of any kind' : `The request speaks of ${spoken}`,
      decision: `Expect ${name}`,
      alternatives: [],
      rationale: `${String(came.length)} of ${String(speaking.length)} such requests ended so; ${resultOf(own)}${byWriters(writersOfAll)}. Whether it was right for their requests is uncertain: this only says what was done.`,
      confidence,
      support: own.length,
      tasks,
      writers: writersOfAll,
      exceptions: [],
    },
    ...restingOn(
      doneIn.map(({ session, events }) => [
        ...session.requestEvents,
        ...events.slice(-2),
        ...(session.outcomeEvent === null ? [] : [session.outcomeEvent]),
      ]),
      doneIn.map(({ events }) => events),
    ),
    sourceSessions: own.length,
    confidence,
    tags: [name],
  };
}

/** Whether a request has two of the words; one if there are no more. */
function speaksOf(forms: readonly string[], { words }: Session): boolean {
  const spoken = forms.filter((form) => words.has(lightStem(form))).length;
  return spoken >= Math.min(LEAST_WORDS, forms.length);
}

/** Whether most of the sessions with a verdict failed. */
function mostlyFail(sessions: readonly Session[]): boolean {
  const judged = sessions.filter(({ verdict }) => verdict !== null);
  return judged.length > 0 && judged.filter(({ verdict }) => verdict === false).length > judged.length / 2;
}

/** Whether the sessions that did it succeeded. */
function resultOf(own: readonly Session[]): string {
  const judged = own.filter(({ verdict }) => verdict !== null);
  const good = judged.filter(({ verdict }) => verdict === true).length;
  if (judged.length === 0) return `whether the ${String(own.length)} runs with this end succeeded is not known`;
  const which = judged.length === own.length ? '' : ' and a verdict';
  return `${String(good)} of the ${String(judged.length)} runs with this end${which} succeeded`;
}
