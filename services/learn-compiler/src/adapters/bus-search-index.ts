import { indexEntries, removeEntries } from '@strata/contracts/calls/synthesis';
import { systemContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import type { Bus } from '@strata/platform/bus/bus';
import type { SearchIndex } from '../learning/send-to-index.ts';

/** The index of the synthesis service, over the bus. */
export const createBusSearchIndex = (bus: Bus): SearchIndex => ({
  put: async (scope, entries, { sessions, scopes }) => {
    const request = { entries: [...entries], sessions: [...sessions], scopes: [...scopes] };
    const { summaries } = await bus.call(indexEntries, request, systemContext(scope, newId('req')));
    return { tookSummaries: summaries >= sessions.length + scopes.length };
  },
  remove: async (scope, gone) => {
    const ids = gone.map(({ id }) => id);
    const revisions = Object.fromEntries(
      gone.flatMap(({ id, revision }) => (revision === null ? [] : [[id, revision]])),
    );
    await bus.call(removeEntries, { ids, revisions }, systemContext(scope, newId('req')));
  },
});
