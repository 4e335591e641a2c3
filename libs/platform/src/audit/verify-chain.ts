import { FIRST_PREVIOUS_HASH, hashOf, type ChainLink } from './chain.ts';

/** Where a chain should end. */
export interface ChainEnd {
  /** What the head says; 0 and 64 zeros where there is none. */
  readonly sequence: number;
  readonly hash: string;
  /** The highest sequence of an entry, 0 without any. */
  readonly last: number;
}

/** The entries after a sequence, in order, at most `limit`. */
export type ReadEntries = (after: number, limit: number) => Promise<readonly ChainLink[]>;

export interface ChainVerdict {
  /** Entries whose hash is right, up to the first that is wrong. */
  readonly entries: number;
  readonly lastHash: string;
  /** Where the chain is broken: the sequence of the first entry that is wrong or missing; null when it is whole. */
  readonly brokenAt: number | null;
}

const PAGE = 1000;

/** Recomputes a chain, page by page, up to where it ended when it was come to. */
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
  // What the head tells must be what is there: neither other entries nor more of them.
  if (end.last > end.sequence) return verdict(end.sequence, lastHash, end.sequence + 1);
  if (end.hash !== lastHash) return verdict(end.sequence, lastHash, end.sequence);
  return verdict(end.sequence, lastHash, null);
}

const follows = ({ hash, ...entry }: ChainLink, after: number, previousHash: string): boolean =>
  entry.sequence === after + 1 && entry.previousHash === previousHash && hash === hashOf(entry);
