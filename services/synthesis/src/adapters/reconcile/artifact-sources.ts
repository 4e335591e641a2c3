import type { Database } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { statementCheck } from '@strata/platform/reconcile/statement-check';
import { lockWriters } from '../lock-writers.ts';
import { readAll } from './reconciler.ts';

/** What is indexed from before sources were kept has one with an empty id. */
const FIND = `
  select source.tenant_id as "tenantId", source.environment, source.artifact_id || ' ' || source.memory_id as id,
         case when source.is_absent then 'the memory is in the index, and marked as absent'
              else 'the memory is not in the index, and not marked as absent' end as message
  from artifact_sources as source
  left join entries as entry on entry.id = source.memory_id and entry.tenant_id = source.tenant_id
    and entry.environment = source.environment
  where source.memory_id <> '' and source.is_absent <> (entry.id is null) and ($1::text is null or source.tenant_id = $1)
    and ($2::text[] is null or source.artifact_id || ' ' || source.memory_id = any($2))
  limit 20000`;

/** The tags of a memory that is gone are not known: its artifacts are shown to those only who may see everything there. */
const MARK = `
  update artifact_sources as source set tags = null, is_absent = not exists (
    select from entries as entry where entry.id = source.memory_id and entry.tenant_id = $1 and entry.environment = $2)
  where tenant_id = $1 and environment = $2 and artifact_id || ' ' || memory_id = any($3)
    and artifact_id in (select split_part(id, ' ', 1) from unnest($3::text[]) as given (id))`;

/** What the index knows of the memories that artifacts rest on, by which it is decided who may see them. */
export const artifactSourcesCheck = (database: Database): Check =>
  statementCheck({
    name: 'artifact-sources',
    compares: 'The marks of memories that artifacts rest on with the entries',
    advice: '--repair sets the marks.',
    find: (...of) => readAll(database, FIND, of),
    repairIn: (scope, ids) =>
      database.inTenant(scope, async (tx) => {
        await lockWriters(tx, scope);
        await tx.execute(MARK, [scope.tenantId, scope.environment, ids]);
      }),
  });
