import { isProgram } from '@strata/kernel/speaker-roles';
import { pickRules } from '../rule-sentences/pick-rules.ts';
import { readRuleWords, statesTheSame, type RuleWords } from '../rule-sentences/rule-words.ts';
import { isRequester } from '../steps/read-message.ts';
import { compareText } from '../text/words.ts';
import type { Act, Session } from '../sessions/session.ts';

/** A rule that an assistant stated, or that a tool gave as the reason of a refusal. */
export interface Statement {
  rule: string;
  words: RuleWords;
  /** What refused: the symbol of the act. Null for a statement of the assistant. */
  refusedBy: string | null;
  session: Session;
  eventIds: readonly string[];
}

/** Rules of users and of the assistant that are compared in one session: the first ones. */
const MAX_STATED = 500;

/** Two statements of equal identity say the same with the same words. */
export const identityOf = ({ denies, stems }: RuleWords): string => `${denies ? 'not ' : ''}${stems.join(' ')}`;

function statementsIn(rules: readonly string[], more: Omit<Statement, 'rule' | 'words'>): Statement[] {
  return rules.flatMap((rule) => {
    const words = readRuleWords(rule);
    return words === null ? [] : [{ rule, words, ...more }];
  });
}

/** What the assistant stated by itself: what a user said before is only repeated. */
function saidByAssistant(session: Session): Statement[] {
  const claimed: RuleWords[] = [];
  let left = MAX_STATED;
  return session.ruleMessages.flatMap(({ actor, rules, eventId }) => {
    const compared = rules.slice(0, left);
    left -= compared.length;
    const stated = statementsIn(compared, { refusedBy: null, session, eventIds: [eventId] });
    if (isRequester(actor)) claimed.push(...stated.map(({ words }) => words));
    const isRepeated = (words: RuleWords): boolean => claimed.some((claim) => statesTheSame(claim, words));
    return isProgram(actor) ? stated.filter(({ words }) => !isRepeated(words)) : [];
  });
}

const callOf = ({ symbol, args }: Act): string =>
  JSON.stringify([symbol, ...Object.entries(args).sort(([x], [y]) => compareText(x, y))]);

/** Shells refuse for reasons of the machine, not of the work. */
const isRefusal = ({ kind, command, outcome, error }: Act): boolean =>
  outcome === 'error' && error !== null && command === null && (kind === 'api' || kind === 'call' || kind === 'result');

/** Refusals of tools. One that the same call did not meet again later was an incident, not a rule. */
function refusals(session: Session): Statement[] {
  const lastSuccess = new Map<string, number>();
  if (!session.acts.some(isRefusal)) return [];
  session.acts.forEach((act, at) => {
    if (act.outcome === 'ok') lastSuccess.set(callOf(act), at);
  });
  return session.acts.flatMap((act, at) => {
    if (!isRefusal(act) || (lastSuccess.get(callOf(act)) ?? -1) > at) return [];
    const reason = act.error?.sample ?? '';
    // A reason that was cut off may have lost what it denies.
    const rules = reason.endsWith('…') ? [] : pickRules(reason);
    return statementsIn(rules, { refusedBy: act.symbol, session, eventIds: act.eventIds });
  });
}

/** The rules stated in a session. What users state is no rule. */
export function readStatements(session: Session): Statement[] {
  return [...saidByAssistant(session), ...refusals(session)];
}
