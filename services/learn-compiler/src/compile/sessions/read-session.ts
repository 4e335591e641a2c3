import { ownerOfSession } from './session-owner.ts';
import type { NamedValue } from '../identifiers/find-identifiers.ts';
import { isRequester } from '../steps/read-message.ts';
import { readActs, testName, type ClosingTest } from './read-acts.ts';
import { readRequestWords, type RequestWords } from './request-words.ts';
import { sessionOutcome, type SessionOutcome } from './session-outcome.ts';
import type { Act, RuleMessage } from './session.ts';
import { requestTokens } from './session-tasks.ts';
import type { SessionSteps, Step } from '../types.ts';

const REQUEST_MESSAGES = 2;

/** What is known of an event without its payload. */
export interface EventNote {
  readonly at: string;
  readonly seq: number;
  /** Who captured it. */
  readonly by?: string;
  readonly tags?: readonly string[];
  /** The end user whom its session is about. */
  readonly owner?: string;
}

/** What one session says by itself, whatever other sessions say. */
export interface SessionReading {
  readonly id: string;
  /** The arrival of its first step and of its last. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly steps: number;
  /** What the agent did, without the closing test run. */
  readonly acts: readonly Act[];
  /** The test run after which nothing was done: the verdict on the session, or an act like others. */
  readonly closing: ClosingTest | null;
  /** The names of its other test runs. */
  readonly testsWithin: readonly string[];
  readonly outcome: SessionOutcome | null;
  /** The end user whom it is about; undefined without one. */
  readonly owner: string | undefined;
  /** The client's name of the task; null without one. */
  readonly task: string | null;
  readonly requestEvents: readonly string[];
  readonly words: RequestWords;
  /** Words and values of the request: requests with nearly the same ones are about one task. */
  readonly tokens: readonly string[];
  readonly ruleMessages: readonly RuleMessage[];
  readonly events: ReadonlyMap<string, EventNote>;
  /** The identifiers in fields, without repetition. */
  readonly named: readonly NamedValue[];
  /** Words of its texts that may be part of a name or an address, without repetition. */
  readonly names: readonly string[];
  /** Files were changed in it, or commands run. */
  readonly isOfFiles: boolean;
}

/** Reads one session. Pure: equal steps give an equal reading. */
export function readSession({ sessionId, steps }: SessionSteps): SessionReading {
  const { acts, closing } = readActs(steps);
  const tests = steps.filter((step) => step.kind === 'test' && step.eventId !== closing?.act.eventIds[0]);
  const request = readRequest(steps);
  const text = request.map((step) => step.text ?? '').join('\n');
  const owner = ownerOfSession(steps);
  const task = steps.find((step) => step.task !== undefined)?.task ?? null;
  return {
    id: sessionId,
    firstSeq: steps[0]?.seq ?? 0,
    lastSeq: steps.at(-1)?.seq ?? 0,
    steps: steps.length,
    acts,
    closing,
    testsWithin: [...new Set(tests.map(testName))],
    outcome: sessionOutcome(steps),
    owner,
    task,
    requestEvents: request.map((step) => step.eventId),
    words: readRequestWords(text),
    tokens:
      task === null
        ? requestTokens(
            text,
            request.flatMap((step) => step.ids?.split(' ') ?? []),
          )
        : [],
    ruleMessages: steps.flatMap(({ rules, actor = '', eventId }) =>
      rules === undefined ? [] : [{ actor, rules, eventId }],
    ),
    events: new Map(steps.map((step) => [step.eventId, noteOf(step, owner)])),
    named: readNamed(steps),
    names: [...new Set(steps.flatMap(({ names = [] }) => names))],
    isOfFiles: steps.some(isOfFiles),
  };
}

function readRequest(steps: readonly Step[]): Step[] {
  const messages = steps.filter(
    (step) => step.kind === 'message' && step.text !== undefined && step.actor !== 'system',
  );
  const asked = messages.filter((step) => isRequester(step.actor));
  return (asked.length > 0 ? asked : messages.filter((step) => step.actor === messages[0]?.actor)).slice(
    0,
    REQUEST_MESSAGES,
  );
}

const noteOf = ({ at, seq, by, tags }: Step, owner: string | undefined): EventNote => ({
  at,
  seq,
  ...(by === undefined ? {} : { by }),
  ...(tags === undefined ? {} : { tags }),
  ...(owner === undefined ? {} : { owner }),
});

/** A text that is only written, such as an attachment, is no change. */
const isOfFiles = ({ kind, command, edits = [] }: Step): boolean =>
  kind === 'edit' || command !== undefined || edits.some(({ lines }) => /^-/m.test(lines) && /^\+/m.test(lines));

function readNamed(steps: readonly Step[]): NamedValue[] {
  const values = new Map<string, NamedValue>();
  let call: Step | undefined;
  for (const step of steps) {
    if (step.kind === 'call') call = step;
    const isGiven = step.kind !== 'result';
    const isFound = step.kind === 'result' && call?.tool === step.tool && call?.named === undefined;
    for (const text of step.named ?? []) {
      const [field = '', value = ''] = text.split(' ');
      const known = values.get(text);
      values.set(text, {
        field,
        value,
        isGiven: isGiven || known?.isGiven === true,
        isFound: isFound || known?.isFound === true,
      });
    }
  }
  return [...values.values()];
}
