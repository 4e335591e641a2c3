import { MAX_EXCLUDED, type ContextPack, type Section } from '@strata/contracts/schemas/synthesis';
import type { Excluded } from '../pack/pack-item.ts';
import { dateLabel, renderMemory, withWarning } from '../pack/render-memory.ts';
import type { Subjects } from '../sessions/subjects.ts';
import { excerpt } from '../text/excerpt.ts';
import { armShares } from './arm-shares.ts';
import type { RankedItem } from './fetch-items.ts';

/** About how many characters are shown of what was left out. */
const SHORT = 240;

/** What a pack was chosen from. */
export interface Choice {
  /** The items that were packed or left out: the caller may read all of them. */
  readonly considered: readonly RankedItem[];
  /** The ids of matching entries that the request's filters leave out. */
  readonly filteredOut: readonly string[];
  /** What the query's terms weigh. */
  readonly termWeights: ReadonlyMap<string, number>;
  readonly subjects: Subjects;
}

export interface Explanation {
  readonly entries: NonNullable<ContextPack['excluded']>;
  /** The items of which it shows the text. */
  readonly shown: readonly RankedItem[];
}

/**
 * Says of each entry that a pack leaves out why, and with which score and text. An entry that names another customer is shown without
 * its text: an explanation may end in a prompt, too.
 */
export function explainExcluded(
  excluded: readonly Excluded[],
  { considered, filteredOut, termWeights, subjects }: Choice,
): Explanation {
  const items = new Map(considered.map((item) => [item.id, item]));
  const shown: RankedItem[] = [];
  const left = excluded.slice(0, MAX_EXCLUDED - filteredOut.length).map(({ id, reason }) => {
    const item = items.get(id);
    if (item === undefined) return { source: id, reason };
    const explained = { source: sourceOf(item), reason, score: scoreOf(item) };
    if (subjects.namesOther(item)) return explained;
    shown.push(item);
    return { ...explained, content: shortened(item, termWeights) };
  });
  return { entries: [...left, ...filteredOut.map((id) => ({ source: id, reason: 'filtered' as const }))], shown };
}

function shortened(item: RankedItem, termWeights: ReadonlyMap<string, number>): string {
  const text = excerpt(item.text, termWeights, SHORT);
  const content = item.kind === 'artifact' ? text : renderMemory({ ...item, text }, dateLabel(item.occurredAt));
  return withWarning({ item, content });
}

/** What the reader can look up: an unlearned text is no memory yet. */
export const sourceOf = ({ id, eventId }: RankedItem): string => eventId ?? id;

/** The score of an item with its parts. */
export function scoreOf(item: RankedItem): NonNullable<Section['score']> {
  const parts = item.parts();
  return { total: item.score, parts, shares: armShares(parts) };
}
