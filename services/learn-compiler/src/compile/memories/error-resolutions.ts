import { byWriters } from '../event-writers.ts';
import { attemptWords } from '../playbooks/build-playbook.ts';
import type { ErrorGroup } from '../playbooks/error-groups.ts';
import { findAttempts } from '../playbooks/find-recoveries.ts';
import type { ScopeEvents } from '../scope-events.ts';
import { symbolLabel } from '../sessions/symbol-label.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { contentKey } from '../text/hash.ts';
import type { MemoryDraft } from '../types.ts';

const MAX_RESOLUTIONS = 200;
const MAX_SOURCES = 50;

export interface ResolutionParts {
  readonly roles: SymbolRoles;
  readonly events: ScopeEvents;
}

/**
 * How errors were overcome: one memory per kind of error and remedy, single occurrences included, dated by the last
 * occurrence. Cites the failed steps and those that overcame them; has the tags of all events that it was compiled from.
 */
export function errorResolutions(groups: readonly ErrorGroup[], { roles, events }: ResolutionParts): MemoryDraft[] {
  return groups
    .flatMap(({ symbol, signature, occurrences }) =>
      findAttempts(occurrences, roles)
        .filter((attempt) => attempt.way !== 'stop' && attempt.reached > 0)
        .map((attempt): MemoryDraft => {
          const times =
            attempt.tried === 1
              ? 'this helped'
              : `this helped ${String(attempt.reached)} of ${String(attempt.tried)} times${byWriters(events.countWriters(attempt.takenIn))}`;
          const body = `When ${symbolLabel(symbol)} failed with "${signature}": ${attemptWords(attempt, symbol)} (${times}).`;
          const sources = [...new Set(attempt.overcomeBy.flat())].slice(-MAX_SOURCES);
          const last = attempt.examples.at(-1);
          const lastStep = events.note(last?.act.eventIds.at(-1) ?? '');
          return {
            key: contentKey('error_resolution', symbol, signature, attempt.way, attempt.symbol ?? ''),
            kind: 'error_resolution',
            content: body,
            speaker: null,
            body,
            dates: [],
            validFrom: lastStep?.at ?? '',
            validTo: null,
            importance: 0.75,
            confidence: Math.round((100 * (attempt.reached + 1)) / (attempt.tried + 2)) / 100,
            tags: events.withTags([symbolLabel(symbol)], attempt.readFrom),
            sourceEvents: sources,
            sessionId: last?.session.id ?? '',
            position: lastStep?.seq ?? 0,
            part: 0,
          };
        }),
    )
    .slice(0, MAX_RESOLUTIONS);
}
