import { eventually } from '@strata/testkit/eventually';
import type { FaultSystem } from '../fault-system.ts';
import type { LoadOnSystem } from '../load/start-load.ts';

interface LoggedAccess {
  readonly access: string;
  readonly times: number;
}

/** Every memory that a response returned is in the access log of its organization once. Looks at each response once. */
export async function everyAccessLoggedOnce(
  { withSession }: FaultSystem,
  { ledger, tenants }: LoadOnSystem,
): Promise<void> {
  const returned = ledger.returned.splice(0);
  const expected = new Set(returned.flatMap(({ requestId, memoryIds }) => memoryIds.map((id) => `${requestId} ${id}`)));
  const read = (): Promise<LoggedAccess[]> =>
    withSession(({ query }) =>
      query<LoggedAccess>(
        `select request_id || ' ' || memory_id as access, count(*)::int as times from enterprise_org.access_entries
         where tenant_id = any($1) and request_id = any($2) group by 1`,
        [tenants.map(({ tenantId }) => tenantId), returned.map(({ requestId }) => requestId)],
      ),
    );
  const missingFrom = (logged: readonly LoggedAccess[]): string[] => {
    const found = new Set(logged.map(({ access }) => access));
    return [...expected].filter((access) => !found.has(access));
  };
  await eventually(async () => missingFrom(await read()).length === 0).catch(() => undefined);
  const logged = await read();
  const missing = missingFrom(logged);
  if (missing.length > 0)
    ledger.breakRule(`access log: ${missing.length} returned memories are not in it: ${missing[0]}`);
  const twice = logged.filter(({ times }) => times > 1);
  if (twice.length > 0)
    ledger.breakRule(`access log: ${twice.length} returned memories are in it twice: ${twice[0]?.access}`);
}
