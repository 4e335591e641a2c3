import type { Memo } from '../memo.ts';
import { byWriters, type CountWriters } from '../event-writers.ts';
import { attemptWords, commandOf, oneLine, shownAct } from '../playbooks/attempt-words.ts';
import { onlyOwner } from '../sessions/session-owner.ts';
import type { Attempt } from '../playbooks/attempt.ts';
import type { ErrorGroup } from '../playbooks/error-groups.ts';
import { attemptsAfter } from '../playbooks/known-attempts.ts';
import type { ScopeEvents } from '../scope-events.ts';
import { UNNAMED } from '../steps/read-outcome.ts';
import { symbolLabel } from '../sessions/symbol-label.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { contentKey } from '../text/hash.ts';
import type { MemoryDraft } from '../types.ts';

const MAX_RESOLUTIONS = 200;
const MAX_SOURCES = 50;

export interface ResolutionParts {
  readonly roles: SymbolRoles;
  readonly events: ScopeEvents;
  readonly memo: Memo;
}

const times = ({ helped, tried }: Attempt): string =>
  tried === 1 ? 'worked once' : `worked ${String(helped)} of ${String(tried)} times`;

/** What an attempt does, as the subject of a sentence: the whole command, or the edit with its lines. */
function fixWords(attempt: Attempt): string | null {
  const act = shownAct(attempt);
  const [edit] = act?.edits ?? [];
  if (act === undefined || (act.command === null && edit === undefined)) return null;
  if (act.command !== null && (edit === undefined || !act.command.includes('\n')))
    return `\`${act.command.replace(/\s+/g, ' ')}\``;
  return edit === undefined ? null : `editing ${edit.path} (\`${edit.lines.replace(/\s+/g, ' ')}\`)`;
}

/** The sentence of one recovery: what failed, with which error, and what fixed it. */
function resolutionBody(
  { symbol, signature, occurrences }: ErrorGroup,
  attempt: Attempt,
  writers: CountWriters,
): string {
  const acts = occurrences.filter((occurrence) => attempt.helpedIn.has(occurrence)).map(({ act }) => act);
  const command = commandOf(acts);
  const count = `${times(attempt)}${attempt.tried === 1 ? '' : byWriters(writers(attempt.takenIn))}`;
  const fix = fixWords(attempt);
  if (fix === null) {
    const often =
      attempt.tried === 1
        ? 'this helped'
        : `this helped ${String(attempt.helped)} of ${String(attempt.tried)} times${byWriters(writers(attempt.takenIn))}`;
    return `When ${symbolLabel(symbol)} failed with "${signature}": ${attemptWords(attempt, symbol)} (${often}).`;
  }
  const failed = command === null ? symbolLabel(symbol) : `\`${oneLine(command)}\``;
  const did = {
    first: 'fixed it',
    retry: 'worked in its place',
    same: 'worked when run again unchanged',
    instead: 'worked instead',
    stop: '',
  }[attempt.way];
  return `${failed} failed with "${signature}": ${fix} ${did} (${count}).`;
}

/**
 * How errors were overcome: one memory per kind of error and recovery, single occurrences included, dated by the last
 * occurrence. Cites the failed steps and those that overcame them; has the tags of all events that it was compiled from.
 */
export function errorResolutions(
  groups: readonly ErrorGroup[],
  { roles, events, memo }: ResolutionParts,
): MemoryDraft[] {
  return groups
    .filter(({ signature }) => signature !== UNNAMED)
    .flatMap((group) => {
      const { worked } = attemptsAfter(group, roles, memo);
      return memo.once(`resolutions of ${group.key}`, [worked], () =>
        worked.map((attempt) => resolutionOf(group, attempt, events)),
      );
    })
    .slice(0, MAX_RESOLUTIONS);
}

function resolutionOf(group: ErrorGroup, attempt: Attempt, events: ScopeEvents): MemoryDraft {
  const body = resolutionBody(group, attempt, events.countWriters);
  const sources = [...new Set(attempt.overcomeBy.flat())].slice(-MAX_SOURCES);
  const owner = onlyOwner([...attempt.sessions].map((session) => session.owner));
  const { last } = attempt;
  const lastStep = events.note(last.act.eventIds.at(-1) ?? '');
  return {
    key: contentKey('error_resolution', group.key, attempt.key),
    kind: 'error_resolution',
    content: body,
    speaker: null,
    body,
    dates: [],
    validFrom: lastStep?.at ?? '',
    lastSaid: lastStep?.at ?? '',
    importance: 0.75,
    confidence: Math.round((100 * (attempt.helped + 1)) / (attempt.tried + 2)) / 100,
    tags: events.withTags([symbolLabel(group.symbol)], attempt.readFrom),
    ...(owner === undefined ? {} : { userId: owner }),
    sourceEvents: sources,
    voices: [],
    sessionId: last.session.id,
    position: lastStep?.seq ?? 0,
    part: 0,
  };
}
