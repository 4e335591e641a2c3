import { byWriters } from '../event-writers.ts';
import type { ScopeEvents } from '../scope-events.ts';
import { restingOn } from '../source-events.ts';
import { round3 } from '../statistics/proportions.ts';
import { normalBelow } from '../statistics/mantel-haenszel.ts';
import { contentKey } from '../text/hash.ts';
import { capitalize, compareText, contentWords } from '../text/words.ts';
import { symbolLabel } from '../sessions/symbol-label.ts';
import type { Session } from '../sessions/session.ts';
import type { TitledDraft } from '../titled-draft.ts';
import { identityOf, type Statement } from './read-statements.ts';
import type { RuleWeight } from './weigh-rule.ts';

/** A rule that is worth stating. */
export interface StatedRule {
  wording: Statement;
  statements: Statement[];
  tasks: number;
  weight: RuleWeight;
  /** Sessions in which it was stated end better, beyond chance. */
  isSure: boolean;
}

const TOPIC_WORDS = 4;

const counted = (n: number, what: string): string => `${String(n)} ${what}${n === 1 ? '' : 's'}`;

/** The tools that refused so. */
export const refusersOf = ({ statements }: Pick<StatedRule, 'statements'>): string[] =>
  [...new Set(statements.flatMap(({ refusedBy }) => (refusedBy === null ? [] : [refusedBy])))].sort(compareText);

function period(eventIds: readonly string[], events: ScopeEvents): string {
  const days = eventIds.map((id) => events.note(id)?.at.slice(0, 10) ?? '').sort(compareText);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return first === last ? `on ${first}` : `from ${first} to ${last}`;
}

function speakers(rule: StatedRule): string {
  const refusers = refusersOf(rule).map(symbolLabel);
  const said = rule.statements.some(({ refusedBy }) => refusedBy === null);
  if (refusers.length === 0) return 'Stated by the assistant';
  return `${refusers.join(', ')} refused so${said ? ', and the assistant stated it,' : ''}`;
}

function ending({ weight, isSure }: StatedRule): string {
  const { good, all, otherGood, otherAll } = weight;
  const known =
    all === 0
      ? 'How these sessions ended is not known.'
      : `${String(good)} of ${String(all)} of these sessions succeeded`;
  const others = otherAll === 0 ? '' : `, and ${String(otherGood)} of ${String(otherAll)} comparable ones without it`;
  const sessions = all === 0 ? known : `${known}${others}.`;
  return isSure
    ? sessions
    : `${sessions} How sessions ended gives no sure evidence for it: whether keeping to it helps is uncertain.`;
}

/** Turns a rule into a decision policy. */
export function buildStatedRule(rule: StatedRule, events: ScopeEvents): TitledDraft {
  const { wording, statements, tasks, weight } = rule;
  const decision = capitalize(wording.rule);
  const refusers = refusersOf(rule);
  const bySession = new Map<Session, string[]>();
  for (const { session, eventIds } of statements)
    bySession.set(session, [...(bySession.get(session) ?? []), ...eventIds]);
  const eventIds = statements.flatMap((statement) => statement.eventIds);
  const topic = [...new Set(contentWords(wording.rule))].slice(0, TOPIC_WORDS).join(', ');
  const confidence = round3(refusers.length > 0 ? tasks / (tasks + 2) : normalBelow(weight.deviate));
  return {
    type: 'decision_policy',
    key: `policy:${contentKey('stated', identityOf(wording.words))}`,
    titles: [decision, `${decision} (${refusers.length > 0 ? refusers.map(symbolLabel).join(', ') : 'stated rule'})`],
    content: {
      situation: `The work concerns ${[topic, ...refusers.map(symbolLabel)].filter((part) => part !== '').join(', ')}`,
      decision,
      alternatives: [],
      rationale: `${speakers(rule)} in ${counted(bySession.size, 'session')} of ${counted(tasks, 'task')} ${period(eventIds, events)}${byWriters(events.countWriters(eventIds))}. ${ending(rule)}`,
      confidence,
      support: bySession.size,
      tasks,
      writers: events.countWriters(eventIds),
      exceptions: [],
    },
    ...restingOn(
      [...bySession].map(([session, events]) => [...new Set(events), ...verdictEvent(session)]),
      // Requests of the same kind find it.
      [...weight.sessions().map(verdictEvent), ...[...bySession.keys()].map(({ requestEvents }) => requestEvents)],
    ),
    sourceSessions: bySession.size,
    confidence,
    tags: refusers,
  };
}

const verdictEvent = ({ verdict, outcomeEvent }: Session): string[] =>
  verdict === null || outcomeEvent === null ? [] : [outcomeEvent];
