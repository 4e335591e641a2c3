import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FaultSystem } from '../fault-system.ts';
import type { LoadOnSystem } from '../load/start-load.ts';

const VERIFY = fileURLToPath(new URL('../../../../../scripts/verify-audit.mjs', import.meta.url));

/** At the end: the hash chain of every audit log is intact. */
export async function auditIntact({ postgres }: FaultSystem, { ledger }: LoadOnSystem): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: postgres.url };
  await promisify(execFile)(process.execPath, [VERIFY], { env }).catch((error: unknown) =>
    ledger.breakRule(`audit: ${String(error).slice(0, 500)}`),
  );
}
