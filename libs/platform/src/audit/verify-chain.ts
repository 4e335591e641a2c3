import { FIRST_PREVIOUS_HASH, hashOf, type ChainLink } from './chain.ts';

/** The expected end of a chain. */
export interface ChainEnd {
  /** From the head; 0 and 64 zeros without one. */
  readonly sequence: number;
  readonly hash: string;
  /** The highest sequence of an entry; 0 without any. */
  readonly last: number;
}

/** The entries after a sequence, in order, at most `limit`. */
export type ReadEntries = (after: number, limit: number) => Promise<readonly ChainLink[]>;

export interface ChainVerdict {
  /** Number of valid entries before the first invalid one. */
  readonly entries: number;
  readonly lastHash: string;
  /** The sequence of the first wrong or missing entry; null for an intact chain. */
  readonly brokenAt: number | null;
}

const PAGE = 1000;

/** Recomputes a chain, page by page, up to `end`. */
export async function verifyChain(read: ReadEntries, end: ChainEnd): Promise<ChainVerdict> {
  const verdict = (entries: number, lastHash: string, brokenAt: number | null): ChainVerdict => ({
    entries,
    lastHash,
    brokenAt,
  });
  let lastHash = FIRST_PREVIOUS_HASH;
  for (let verified = 0; verified < end.sequence;) {
    const page = await read(verified, Math.min(PAGE, end.sequence - verified));
    if (page.length === 0) return verdict(verified, lastHash, verified + 1);
    for (const entry of page) {
      if (!follows(entry, verified, lastHash)) return verdict(verified, lastHash, verified + 1);
      verified += 1;
      lastHash = entry.hash;
    }
  }
  // The head must match the entries: neither other entries nor more of them.
  if (end.last > end.sequence) return verdict(end.sequence, lastHash, end.sequence + 1);
  if (end.hash !== lastHash) return verdict(end.sequence, lastHash, end.sequence);
  return verdict(end.sequence, lastHash, null);
}

const follows = ({ hash, ...entry }: ChainLink, after: number, previousHash: string): boolean =>
  entry.sequence === after + 1 && entry.previousHash === previousHash && hash === hashOf(entry);
