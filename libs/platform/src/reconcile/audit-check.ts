import type { LogReader, OwnedLog } from '../audit/pg-log-reader.ts';
import { verifyChain } from '../audit/verify-chain.ts';
import type { Check, Difference } from './check.ts';

/** Recomputes the hash chain of every audit log of a service; `of` are their owners, such as `organizations`. */
export function auditCheck(of: string, reader: LogReader): Check {
  const verify = async (log: OwnedLog): Promise<Difference | undefined> => {
    const { brokenAt } = await verifyChain((after, limit) => reader.entries(log, after, limit), log);
    if (brokenAt === null) return undefined;
    const message = `the chain is broken at sequence ${String(brokenAt)}`;
    return { tenantId: log.tenantId, environment: null, id: log.ownerId, message };
  };
  return {
    name: `audit-logs-of-${of}`,
    compares: `Each entry in the audit logs of ${of} with its hash and the entry before`,
    advice: 'Entries were changed, removed or inserted: see docs/audit.md, and compare with a back-up.',
    async *find({ tenantId }) {
      for await (const log of reader.logs(undefined)) {
        const broken = tenantId === undefined || log.tenantId === tenantId ? await verify(log) : undefined;
        if (broken !== undefined) yield broken;
      }
    },
    confirm: async (found) => {
      const still: Difference[] = [];
      for (const { id } of found)
        for await (const log of reader.logs(id)) {
          const broken = await verify(log);
          if (broken !== undefined) still.push(broken);
        }
      return still;
    },
  };
}
