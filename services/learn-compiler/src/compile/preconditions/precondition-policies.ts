import { byWriters, type CountWriters } from '../event-writers.ts';
import { symbolLabel } from '../sessions/symbol-label.ts';
import { restingOn } from '../source-events.ts';
import { round3, wilsonLower } from '../statistics/proportions.ts';
import { contentKey } from '../text/hash.ts';
import type { TitledDraft } from '../titled-draft.ts';
import type { Precondition } from './find-preconditions.ts';
import { tasksOf } from './holding-conditions.ts';
import { conditionWords, needWords, preconditionEvents } from './precondition-words.ts';

const MAX_EXCEPTIONS = 20;

/** Each precondition as a decision policy: use the change only on records that show what it needs. */
export const preconditionPolicies = (preconditions: readonly Precondition[], writers: CountWriters): TitledDraft[] =>
  preconditions.map((precondition) => buildPolicy(precondition, writers));

function buildPolicy(precondition: Precondition, writers: CountWriters): TitledDraft {
  const { change, argument, reader, conditions, held, exceptions, tasks } = precondition;
  const name = symbolLabel(change);
  const confidence = round3(wilsonLower(tasks, tasks + tasksOf(exceptions)));
  const writersOfHeld = writers(held.flatMap(({ act }) => act.eventIds));
  return {
    type: 'decision_policy',
    key: `precondition:${contentKey(change, argument, reader, ...conditions.flatMap(({ shownBy = '', field, value }) => [shownBy, field, value]))}`,
    titles: [needWords(precondition), `${needWords(precondition)} (${argument})`],
    content: {
      situation: conditionWords(precondition, `the ${argument} of ${name}`),
      decision: `Use ${name} only if so; find out with ${symbolLabel(reader)} first`,
      alternatives: [],
      rationale: rationaleOf(precondition, writersOfHeld),
      confidence,
      support: held.length,
      tasks,
      writers: writersOfHeld,
      exceptions: [...new Set(exceptions.flatMap(({ act }) => act.eventIds.slice(-1)))].slice(0, MAX_EXCEPTIONS),
    },
    ...restingOn(
      held.map(({ shownBy, act }) => [...shownBy, ...act.eventIds]),
      // Requests of the same kind find it.
      [preconditionEvents(precondition), ...held.map(({ session }) => session.requestEvents)],
    ),
    sourceSessions: new Set(held.map(({ session }) => session.id)).size,
    confidence,
    tags: [name],
  };
}

/** What was seen, and what it does not show: calls that go through may still be the wrong ones. */
function rationaleOf({ held, exceptions, refused, tasks }: Precondition, writers: number): string {
  const all = held.length + exceptions.length;
  const seen = `It held in ${String(held.length)} of ${String(all)} calls that went through, in ${String(tasks)} tasks${byWriters(writers)}`;
  const failed =
    refused.length > 0
      ? `${String(refused.length)} ${refused.length === 1 ? 'call' : 'calls'} without it failed`
      : exceptions.length > 0
        ? 'no call without it failed'
        : 'no call without it was seen, so it may be only a habit';
  return `${seen}; ${failed}. Whether the work as a whole then succeeds is uncertain: this only says when the call goes through.`;
}
