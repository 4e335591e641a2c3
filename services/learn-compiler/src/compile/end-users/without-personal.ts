import type { FileEdit } from '../commands/file-edits.ts';
import { perSession } from '../sessions/per-session.ts';
import type { Act, RuleMessage, Session } from '../sessions/session.ts';
import { valueHash } from '../text/hash.ts';

/** What stands for something that only one end user has. */
const LEFT_OUT = '<value>';

/** A word with the letters and digits at its ends, without the marks around it. */
const WORD = /[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/gu;

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

const ofArgument = (value: string): string => `argument ${value.toLowerCase()}`;
const ofFact = (fact: string): string => `fact ${fact}`;
const ofRequest = (stem: string): string => `request ${stem}`;

/** Everything in a session that an artifact can quote. */
const quotable = perSession<undefined, ReadonlySet<string>>((session) => {
  const acts = session.failedVerdict === null ? session.acts : [...session.acts, session.failedVerdict];
  return new Set([
    ...acts.flatMap(quotableOfAct),
    ...session.ruleMessages.flatMap(({ rules }) => rules.flatMap(wordsOf)),
    ...[...session.words.keys()].map(ofRequest),
  ]);
});

const quotableOfAct = ({ command, edits, args, error, fields }: Act): string[] => [
  ...wordsOf(command ?? ''),
  ...edits.flatMap(({ path, lines }) => [...wordsOf(path), ...wordsOf(lines)]),
  ...wordsOf(error?.sample ?? ''),
  ...wordsOf(error?.template ?? ''),
  ...Object.values(args).map(ofArgument),
  ...fields.map(ofFact),
];

/** The session without what is personal; the same session if nothing in it is. */
type LeaveOut = (session: Session, isPersonal: (quoted: string) => boolean) => Session;

const keptOf = perSession<undefined, { left: string; session: Session | null }>(() => ({ left: '', session: null }));

const leaveOut: LeaveOut = (session, isPersonal) => {
  const left = [...quotable(session, undefined)].filter(isPersonal);
  if (left.length === 0) return session;
  // The same object while the same is left out, so that work on it is not done again.
  const kept = keptOf(session, undefined);
  const key = JSON.stringify(left);
  if (kept.session !== null && kept.left === key) return kept.session;
  const personal = new Set(left);
  const cut = cutSession(session, (quoted) => personal.has(quoted));
  Object.assign(kept, { left: key, session: cut });
  return cut;
};

function cutSession(session: Session, isPersonal: (quoted: string) => boolean): Session {
  const cutText = (text: string): string =>
    text.replace(WORD, (word) => (isPersonal(word.toLowerCase()) ? LEFT_OUT : word));
  const isOpen = (fact: string): boolean => !isPersonal(ofFact(fact));
  const cutEdit = ({ path, lines }: FileEdit): FileEdit => ({ path: cutText(path), lines: cutText(lines) });
  const cutArgument = (value: string): string =>
    isPersonal(ofArgument(value)) ? `${LEFT_OUT}#${valueHash(value)}` : value;
  const cutAct = (act: Act): Act => ({
    ...act,
    command: act.command === null ? null : cutText(act.command),
    edits: act.edits.map(cutEdit),
    args: Object.fromEntries(
      Object.entries(act.args).map(([name, value]) => [
        name,
        act.command === null ? cutArgument(value) : cutText(value),
      ]),
    ),
    error: act.error === null ? null : { template: cutText(act.error.template), sample: cutText(act.error.sample) },
    fields: act.fields.filter(isOpen),
    facts: act.facts.filter(isOpen),
  });
  const cutRules = (message: RuleMessage): RuleMessage => ({
    ...message,
    rules: message.rules.filter((rule) => !wordsOf(rule).some(isPersonal)),
  });
  return {
    ...session,
    acts: session.acts.map(cutAct),
    failedVerdict: session.failedVerdict === null ? null : cutAct(session.failedVerdict),
    words: new Map([...session.words].filter(([stem]) => !isPersonal(ofRequest(stem)))),
    ruleMessages: session.ruleMessages.map(cutRules),
  };
}

/**
 * Sessions without what only one end user has, for artifacts that others are shown: arguments, facts, and words of commands,
 * edits, errors, rules and requests. Words of sessions without an end user, or of several end users, stay. If all sessions are
 * about one end user, nothing is left out: artifacts are then for this one. Names of tools and programs stay.
 */
export function withoutPersonal(sessions: readonly Session[]): readonly Session[] {
  if (new Set(sessions.map(({ owner }) => owner)).size < 2) return sessions;
  const ownerOf = new Map<string, string>();
  const common = new Set<string>();
  for (const session of sessions)
    for (const quoted of quotable(session, undefined)) {
      if (common.has(quoted)) continue;
      if (session.owner === undefined || (ownerOf.get(quoted) ?? session.owner) !== session.owner) common.add(quoted);
      else ownerOf.set(quoted, session.owner);
    }
  return sessions.map((session) =>
    session.owner === undefined ? session : leaveOut(session, (quoted) => !common.has(quoted)),
  );
}
