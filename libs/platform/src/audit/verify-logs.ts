import type { LogReader, OwnedLog } from './pg-log-reader.ts';
import { verifyChain, type ChainVerdict } from './verify-chain.ts';

/** The number of verified logs, and of broken ones among them. */
export interface LogTally {
  readonly logs: number;
  readonly broken: number;
}

/** Verifies every log, or the one of an owner, and prints a line for each. */
export async function verifyLogs(
  reader: LogReader,
  ownerId: string | undefined,
  print: (line: string) => void,
): Promise<LogTally> {
  let [logs, broken] = [0, 0];
  for await (const log of reader.logs(ownerId)) {
    const verdict = await verifyChain((after, limit) => reader.entries(log, after, limit), log);
    print(describeVerdict(log, verdict));
    logs += 1;
    if (verdict.brokenAt !== null) broken += 1;
  }
  return { logs, broken };
}

function describeVerdict({ tenantId, ownerId }: OwnedLog, { entries, lastHash, brokenAt }: ChainVerdict): string {
  const state = brokenAt === null ? 'ok' : `BROKEN at sequence ${String(brokenAt)}`;
  return `${tenantId} ${ownerId}: ${String(entries)} entries, last hash ${lastHash}, ${state}`;
}
