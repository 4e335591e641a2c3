import { eventually } from '@strata/testkit/eventually';
import type { FaultSystem } from '../fault-system.ts';
import type { LoadOnSystem } from '../load/start-load.ts';
import { deadLetters } from './dead-letters.ts';

/** No command is a dead letter, and no outbox keeps one. */
export async function nothingLeftBehind(system: FaultSystem, { ledger }: LoadOnSystem): Promise<void> {
  const dead = [...(await deadLetters(system))].filter(([, count]) => count > 0);
  if (dead.length > 0) ledger.breakRule(`dead letters: ${JSON.stringify(Object.fromEntries(dead))}`);
  const waiting = async (): Promise<[string, number][]> =>
    system.withSession(async ({ query }) => {
      const tables = await query<{ table: string }>(
        `select format('%I.%I', schemaname, tablename) as table from pg_tables
         where tablename in ('command_outbox', 'index_outbox')`,
      );
      const counts: [string, number][] = [];
      for (const { table } of tables) {
        const [row] = await query<{ count: number }>(`select count(*)::int as count from ${table}`);
        if (row !== undefined && row.count > 0) counts.push([table, row.count]);
      }
      return counts;
    });
  await eventually(async () => (await waiting()).length === 0).catch(async () => {
    ledger.breakRule(`outboxes: commands are not sent: ${JSON.stringify(Object.fromEntries(await waiting()))}`);
  });
}
