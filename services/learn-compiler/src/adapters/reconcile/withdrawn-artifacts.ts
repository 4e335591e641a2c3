import type { Database } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { scopeCheck } from '@strata/platform/reconcile/scope-check';
import { distinctPlaces } from '../distinct-places.ts';
import { markRetracted, queueCompilation } from '../pg-retraction.ts';
import { readAll, scopesOf } from './reconciler.ts';

const OWN = 'tenant_id = $1 and environment = $2';

const FIND = `
  select id from artifacts where ${OWN} and is_withdrawn and (
    not exists (select from changed_scopes as scope where scope.tenant_id = $1 and scope.environment = $2
                  and scope.agent_id = coalesce(artifacts.agent_id, '') and scope.namespace_id = coalesce(artifacts.namespace_id, ''))
    or not exists (select from jobs where ${OWN} and status in ('queued', 'active') and cause <> 'export'))
  order by id limit 20000`;

const PLACES = `
  select coalesce(agent_id, '') as "agentId", coalesce(namespace_id, '') as "namespaceId"
  from artifacts where ${OWN} and id = any($3) and is_withdrawn`;

/** Artifacts that are out of sight until they are compiled again, with the jobs that do it. */
export const withdrawnArtifactsCheck = (database: Database): Check =>
  scopeCheck({
    name: 'withdrawn-artifacts',
    compares: 'Each artifact that was withdrawn with its evidence with a job that compiles it again',
    advice: '--repair queues the job; see the failed learn jobs.',
    scopes: scopesOf(database),
    findIn: async ({ tenantId, environment }) => {
      const rows = await readAll<{ id: string }>(database, FIND, [tenantId, environment]);
      return rows.map(({ id }) => ({ id, message: 'it is withdrawn, and no job compiles it again' }));
    },
    repairIn: (scope, ids) =>
      database.inTenant(scope, async (tx) => {
        const values = [scope.tenantId, scope.environment, ids];
        const places = await tx.query<{ agentId: string; namespaceId: string }>(PLACES, values);
        if (places.length === 0) return;
        await markRetracted(tx, scope, distinctPlaces(places));
        await queueCompilation(tx, scope);
      }),
  });
