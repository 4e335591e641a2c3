import type { AuditEntry } from '@strata/contracts/schemas/audit';
import { FIRST_PREVIOUS_HASH, hashOf } from './chain.ts';

/** One organization's log, and where its chain should end. */
export interface ChainEnd {
  readonly tenantId: string;
  readonly organizationId: string;
  /** What the head says; 0 and 64 zeros where there is none. */
  readonly sequence: number;
  readonly hash: string;
  /** The highest sequence of an entry, 0 without any. */
  readonly last: number;
}

export interface ChainReader {
  /** The chains of every tenant, or the one of an organization, each as of the moment it is come to. */
  chains(organizationId: string | undefined): AsyncIterable<ChainEnd>;
  /** The entries after a sequence, in order, at most `limit`. */
  entries(chain: ChainEnd, after: number, limit: number): Promise<readonly AuditEntry[]>;
}

export interface ChainVerdict {
  readonly tenantId: string;
  readonly organizationId: string;
  /** Entries whose hash is right, up to the first that is wrong. */
  readonly entries: number;
  readonly lastHash: string;
  /** Where the chain is broken: the sequence of the first entry that is wrong or missing; null when it is whole. */
  readonly brokenAt: number | null;
}

const PAGE = 1000;

/** Recomputes a chain, page by page, up to where it ended when it was come to. */
export async function verifyChain(reader: Pick<ChainReader, 'entries'>, chain: ChainEnd): Promise<ChainVerdict> {
  const { tenantId, organizationId } = chain;
  const verdict = (entries: number, lastHash: string, brokenAt: number | null): ChainVerdict => ({
    ...{ tenantId, organizationId, entries, lastHash, brokenAt },
  });
  let lastHash = FIRST_PREVIOUS_HASH;
  for (let verified = 0; verified < chain.sequence;) {
    const page = await reader.entries(chain, verified, Math.min(PAGE, chain.sequence - verified));
    if (page.length === 0) return verdict(verified, lastHash, verified + 1);
    for (const entry of page) {
      if (!follows(entry, verified, lastHash)) return verdict(verified, lastHash, verified + 1);
      verified += 1;
      lastHash = entry.hash;
    }
  }
  // What the head tells must be what is there: neither other entries nor more of them.
  if (chain.last > chain.sequence) return verdict(chain.sequence, lastHash, chain.sequence + 1);
  if (chain.hash !== lastHash) return verdict(chain.sequence, lastHash, chain.sequence);
  return verdict(chain.sequence, lastHash, null);
}

const follows = ({ hash, ...entry }: AuditEntry, after: number, previousHash: string): boolean =>
  entry.sequence === after + 1 && entry.previousHash === previousHash && hash === hashOf(entry);
