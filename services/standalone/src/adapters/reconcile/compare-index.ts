import type { LearnReconciliation } from '@strata/learn-compiler/operator-reconciliation';
import { repairScopes, type Check } from '@strata/platform/reconcile/check';
import { itemCheck } from '@strata/platform/reconcile/compare-items';
import type { SynthesisReconciliation } from '@strata/synthesis/operator-reconciliation';

type Learn = Pick<LearnReconciliation, 'index' | 'indexAgain' | 'summaries' | 'sendSummaries'>;
type Synthesis = Pick<SynthesisReconciliation, 'entries' | 'textOf' | 'summaries'>;

/** The search index with what it was made of: memories and artifacts, and what is known of sessions. */
export const indexChecks = (learn: Learn, { entries, textOf, summaries }: Synthesis): Check[] => [
  itemCheck({
    name: 'search-index',
    compares:
      'Each memory and artifact with its entry in the search index: its version, place, tags, sources, and the text of a memory',
    advice: '--repair sends them to the index again, and has it remove what is too much.',
    source: learn.index,
    copy: entries,
    repair: repairScopes(learn.indexAgain),
    differ: (source, entry) => {
      if (source?.isPending === true) return undefined;
      if (source?.isPresent !== true)
        return entry === undefined ? undefined : `the ${entry.kind} is not to be in the index`;
      if (entry === undefined) return `the ${source.kind} is not in the index`;
      if (entry.revision !== source.revision)
        return `the index has version ${String(entry.revision)} instead of ${String(source.revision)}`;
      const text = source.text === null ? entry.body : textOf(source.text);
      const parts: readonly (readonly [part: string, isSame: boolean])[] = [
        ['kind', entry.kind === source.kind],
        ['agent', entry.agentId === source.agentId],
        ['namespace', entry.namespaceId === source.namespaceId],
        ['end user', entry.userId === source.userId],
        ['tags', asSet(entry.tags) === asSet(source.tags)],
        ['sources', entry.sources === source.sources],
        ['text', entry.body === text],
      ];
      const others = parts.filter(([, isSame]) => !isSame).map(([part]) => part);
      return others.length === 0 ? undefined : `the index has another ${others.join(', ')}`;
    },
  }),
  itemCheck({
    name: 'session-summaries',
    compares:
      'What is known of each session, and of the identifiers of a learning scope, with what the search index knows',
    advice: '--repair sends them to the index again.',
    source: learn.summaries,
    copy: summaries,
    repair: repairScopes(learn.sendSummaries),
    differ: (source, copy) =>
      source?.isPending === true || (source?.state ?? null) === (copy?.state ?? null)
        ? undefined
        : 'the index knows something else',
  }),
];

const asSet = (tags: readonly string[]): string => JSON.stringify([...new Set(tags)].sort());
