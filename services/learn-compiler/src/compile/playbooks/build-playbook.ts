import type { ArtifactContents } from '@strata/contracts/schemas/artifact';
import { byWriters, type CountWriters } from '../event-writers.ts';
import { generalizeArguments } from '../schemas/generalize-step.ts';
import { countTasks } from '../sessions/count-tasks.ts';
import type { Session } from '../sessions/session.ts';
import { symbolLabel, symbolWords } from '../sessions/symbol-label.ts';
import { errorPieces } from '../errors/error-template.ts';
import { isNamedTask } from '../sessions/session-tasks.ts';
import { restingOn } from '../source-events.ts';
import { round3 } from '../statistics/proportions.ts';
import { UNNAMED } from '../steps/read-outcome.ts';
import { contentKey } from '../text/hash.ts';
import type { TitledDraft } from '../titled-draft.ts';
import { attemptWords, changedNames, shownAct } from './attempt-words.ts';
import type { Attempt } from './attempt.ts';
import type { ErrorGroup } from './error-groups.ts';
import type { JudgedAttempts } from './judge-attempts.ts';

const MAX_RECOVERIES = 4;
const MAX_AVOIDED = 6;
const MAX_NAMED = 3;
const REPEATED = 2;
const OF_ONE_TASK = 3;
/** A word, several words to choose from, or a value that is open already. */
const FIXED_WORD = /^(?:[a-z][a-z_-]*(?: \| [a-z][a-z_-]*)*|<.*>)$/;

type Recovery = ArtifactContents['failure_playbook']['recovery'][number];

/** What to pass: the whole command, the edit's file and lines, or a tool's arguments with what varies left open. */
function argumentsOf(attempt: Attempt): Record<string, string> {
  const act = shownAct(attempt);
  if (act === undefined) return {};
  if (act.command !== null) return { command: act.command };
  const [edit] = act.edits;
  if (edit !== undefined) return { path: edit.path, lines: edit.lines };
  const { values: general } = generalizeArguments(attempt.acts);
  const isOfOneTask = countTasks([...attempt.sessions]) < REPEATED;
  const values = isOfOneTask ? withoutLiterals(general) : general;
  return attempt.way === 'retry'
    ? Object.fromEntries(changedNames(attempt).map((name) => [name, values[name] ?? `<${name}>`]))
    : values;
}

/** The arguments with values of one case left open: only words of a fixed set stay. */
const withoutLiterals = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, FIXED_WORD.test(value) ? value : `<${name}>`]),
  );

/** What stood in the variable place of the signature whenever an attempt helped: the program that was missing. Null if it differed. */
function variantOf(signature: string, { helpedIn }: Attempt): string | null {
  const places = signature.split(' ').flatMap((word, at) => (word.includes('<value>') ? [at] : []));
  const [place] = places;
  if (place === undefined || places.length > 1) return null;
  const seen = new Set([...helpedIn].map(({ act }) => errorPieces(act.error?.sample ?? '')[place] ?? ''));
  const [only = ''] = seen;
  const named = only.replace(/^[^\p{L}\p{N}@./]+|[^\p{L}\p{N}]+$/gu, '');
  return seen.size === 1 && named !== '' && !only.includes('<value>') ? named : null;
}

function recoveryOf(group: ErrorGroup, attempt: Attempt, writers: CountWriters): Recovery {
  const variant =
    group.signature.includes('<value>') && group.symbol.startsWith('$') ? variantOf(group.signature, attempt) : null;
  const tool = shownAct(attempt)?.tool ?? null;
  const given = argumentsOf(attempt);
  const sessions = [...attempt.sessions];
  const judged = sessions.filter(({ verdict }) => verdict !== null);
  const good = judged.filter(({ verdict }) => verdict === true);
  return {
    action: `${attemptWords(attempt, group.symbol)}${variant === null ? '' : ` (for ${variant})`}${inVain(judged)}`,
    ...(tool === null ? {} : { tool }),
    ...(Object.keys(given).length > 0 ? { arguments: given } : {}),
    successRate: round3(attempt.helped / attempt.tried),
    support: attempt.tried,
    sessionSuccessRate: judged.length === 0 ? null : round3(good.length / judged.length),
    tasks: countTasks(sessions),
    sessions: sessions.length,
    writers: writers(attempt.takenIn),
  };
}

/** Says that an error was overcome for nothing: the work of several tasks failed in every session with a verdict. */
function inVain(judged: readonly Session[]): string {
  return countTasks(judged) >= REPEATED && judged.every(({ verdict }) => verdict === false)
    ? `; the error goes, but all ${String(judged.length)} sessions failed in the end`
    : '';
}

/** What fails, in a sentence: one step, or several commands. */
function failing({ symbols }: ErrorGroup): { name: string; fails: string } {
  const [first = '', ...others] = symbols.slice(0, MAX_NAMED).map(symbolLabel);
  return others.length === 0
    ? { name: first, fails: `${first} fails` }
    : {
        name: first,
        fails: `${others.slice(0, -1).reduce((list, label) => `${list}, ${label}`, first)} or ${others.at(-1) ?? ''} fails`,
      };
}

/** Turns the errors of one kind into a playbook: what helped, what was tried in vain. Null for an error
 * of a single session, and if there is nothing to say. How an error was overcome once is a memory. */
export function buildPlaybook(
  group: ErrorGroup,
  { worked, vain }: JudgedAttempts,
  writers: CountWriters,
): TitledDraft | null {
  const { symbol, signature, occurrences } = group;
  const sessions = new Set(occurrences.map(({ session }) => session));
  const tasks = new Set(occurrences.map(({ session }) => session.task));
  // Attempts at one task that the client names repeat each other, so more of them are needed.
  const enough = [...tasks].every(isNamedTask) ? OF_ONE_TASK : REPEATED;
  const isRepeated = worked.some(({ helped }) => helped >= enough) || vain.some((attempt) => attempt.vain >= enough);
  const ofCommands = occurrences.every(({ act }) => act.command !== null);
  if (sessions.size < REPEATED) return null;
  // Commands fail all the time. A failure without a text, or one that a single event of one task shows, teaches nothing.
  if (ofCommands && (signature === UNNAMED || worked.length + vain.length === 0)) return null;
  if (ofCommands && tasks.size < REPEATED && !isRepeated) return null;
  const said = signature.replace(/^error:\s*/i, '');
  const { name, fails } = failing(group);
  return {
    type: 'failure_playbook',
    key: `playbook:${contentKey(group.key)}`,
    titles:
      signature === UNNAMED
        ? [`${name} fails`]
        : [`${symbolWords(symbol)} fails: ${said}`, `${name} fails: ${signature}`],
    content: {
      symptom: signature === UNNAMED ? fails : `${fails} with "${signature}"`,
      errorSignature: signature,
      occurrences: occurrences.length,
      writers: writers(occurrences.flatMap(({ act }) => act.eventIds)),
      recovery: worked.slice(0, MAX_RECOVERIES).map((attempt) => recoveryOf(group, attempt, writers)),
      avoid: vain
        .slice(0, MAX_AVOIDED)
        .map(
          (attempt) =>
            `${attemptWords(attempt, symbol)}: helped ${String(attempt.helped)} of ${String(attempt.tried)}${byWriters(writers(attempt.takenIn))}`,
        ),
    },
    ...restingOn(
      occurrences.map(({ act }) => act.eventIds),
      [...worked.slice(0, MAX_RECOVERIES), ...vain.slice(0, MAX_AVOIDED)].map(({ readFrom }) => readFrom),
    ),
    sourceSessions: sessions.size,
    confidence: round3(occurrences.length / (occurrences.length + 2)),
    tags: [name],
  };
}
