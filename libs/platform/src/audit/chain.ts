import { createHash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';

/** The `previousHash` of the first entry. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** The fields that place an entry in a chain. */
export interface ChainLink {
  /** 1, 2, 3 …, without a gap. */
  readonly sequence: number;
  readonly previousHash: string;
  readonly hash: string;
}

/** The last entry of a chain; sequence 0, `FIRST_PREVIOUS_HASH` and null for an empty chain. */
export interface ChainHead extends Pick<ChainLink, 'sequence' | 'hash'> {
  readonly at: Date | null;
}

const canonicalJson = configure({ deterministic: true, bigint: false, circularValue: Error });

/**
 * The hash of an entry: SHA-256, in hex, of all its other fields as JSON without spaces, keys sorted at every level.
 * `previousHash` is one of them, so changing, removing or inserting an entry breaks every hash after it.
 */
export const hashOf = (entry: object): string => createHash('sha256').update(canonicalJson(entry)).digest('hex');

/** Appends entries, whose `at` is in UTC, to a chain. Times never go back: an earlier `at` becomes that of the entry before. */
export function chainOnto<Entry extends { readonly at: string }>(
  head: ChainHead,
  entries: readonly Entry[],
): (Entry & ChainLink)[] {
  let previousHash = head.hash;
  let latest = head.at?.toISOString() ?? '';
  return entries.map((entry, index) => {
    latest = entry.at > latest ? entry.at : latest;
    const placed = { ...entry, at: latest, sequence: head.sequence + index + 1, previousHash };
    previousHash = hashOf(placed);
    return { ...placed, hash: previousHash };
  });
}
