import { deleted, one, OWN, type Damage } from './damage.ts';

const LEARN: readonly Damage[] = [
  {
    title: 'a job is active without a lease',
    damage: [
      `insert into learn.jobs (tenant_id, environment, id, request, request_id, status, requested_at, leased_until)
       values ($1, 'live', 'lrn_stuck', '{}', 'req_1', 'active', now() - interval '1 hour', null)`,
    ],
    check: 'jobs',
    message: /^it is active without a lease$/,
    isRepaired: true,
  },
  {
    title: 'an erasure that has ended knows its subject',
    damage: [
      `insert into learn.jobs (tenant_id, environment, id, request, request_id, status, requested_at, finished_at, cause)
       values ($1, 'live', 'ers_kept', '{}', 'req_1', 'completed', now(), now(), 'erasure')`,
      `insert into learn.erasures (tenant_id, environment, job_id, subject, description, removed)
       values ($1, 'live', 'ers_kept', '{"userId": "customer-kim"}', '{}', '{}')`,
    ],
    check: 'erasures',
    message: /^the erasure has ended, and the id of its subject is still stored$/,
    isRepaired: true,
  },
  {
    title: 'a learned session counts other steps',
    damage: [`update learn.sessions set steps = steps + 7 where ${one('learn.sessions')}`],
    check: 'learned-sessions',
    message: /^\d+ steps are noted, \d+ steps are stored$/,
    isRepaired: true,
  },
  {
    title: 'a session with steps is not noted',
    damage: [`delete from learn.sessions where ${one('learn.sessions', 'steps > 0')}`],
    check: 'learned-sessions',
    message: /^no session is noted, \d+ steps are stored$/,
    isRepaired: true,
  },
  {
    title: 'what was learned in an hour is counted wrongly',
    damage: [`update learn.learned_hours set memories = 0, completed = completed + 2 where ${OWN}`],
    check: 'learned-hours',
    message: /^not counted are \d+ memories and -2 completed jobs$/,
    isRepaired: true,
  },
  {
    title: 'a memory rests on no event',
    ...deleted(
      'learn.memory_events',
      `${OWN} and memory_id = (select id from learn.memories where ${OWN} and not is_side_text order by id limit 1)`,
    ),
    check: 'evidence',
    message: /^the memory rests on no event$/,
    isRepaired: false,
  },
  {
    title: 'an event leads to a memory that does not exist',
    damage: [
      `insert into learn.memory_events (tenant_id, environment, memory_id, event_id) values ($1, 'live', 'mem_gone', 'evt_gone')`,
    ],
    check: 'links-to-events',
    message: /^the memory of a link to an event does not exist$/,
    isRepaired: true,
  },
  {
    title: 'an artifact rests on a memory that does not exist',
    damage: [
      `insert into learn.artifact_memories (tenant_id, environment, artifact_id, memory_id)
       select tenant_id, environment, id, 'mem_gone' from learn.artifacts where ${OWN} and is_active limit 1`,
    ],
    check: 'links-to-memories',
    message: /^the artifact or the memory of a link does not exist$/,
    isRepaired: true,
  },
  {
    title: 'a memory was replaced by one that does not exist',
    damage: [
      `update learn.memories set replaced_by = 'mem_gone', valid_to = now() where ${one('learn.memories', 'replaced_by is null and not is_side_text')}`,
    ],
    check: 'replaced-memories',
    message: /^the memory that replaced others does not exist$/,
    isRepaired: true,
  },
  {
    title: 'a withdrawn artifact is not compiled again',
    damage: [
      `update learn.artifacts set is_withdrawn = true, is_active = false where ${one('learn.artifacts', 'is_active')}`,
    ],
    check: 'withdrawn-artifacts',
    message: /^it is withdrawn, and no job compiles it again$/,
    isRepaired: true,
  },
];

const SYNTHESIS: readonly Damage[] = [
  {
    title: 'words are counted wrongly',
    damage: [
      `delete from synthesis.document_frequencies where ${one('synthesis.document_frequencies', 'reached > 1')}`,
      `update synthesis.document_frequencies set documents = documents + 1 where ${one('synthesis.document_frequencies', 'reached = 1')}`,
      `update synthesis.populations set memories = memories - 1 where ${one('synthesis.populations', 'memories > 0')}`,
    ],
    check: 'search-statistics',
    message: /the counts of \d+ terms are wrong$/,
    isRepaired: true,
  },
  {
    title: 'a memory in the index is marked as absent',
    damage: [
      `update synthesis.artifact_sources set is_absent = not is_absent where ${one('synthesis.artifact_sources')}`,
    ],
    check: 'artifact-sources',
    message: /^the memory is in the index, and marked as absent$/,
    isRepaired: true,
  },
  {
    title: 'a day has fewer syntheses than packs',
    damage: [`update synthesis.synthesis_counts set syntheses = 0 where ${OWN}`],
    check: 'synthesis-counts',
    message: /^0 syntheses are counted, 2 packs are kept$/,
    isRepaired: true,
  },
];

const OF_TENANT = 'tenant_id = $1';

const OTHERS: readonly Damage[] = [
  {
    title: 'an entry of an audit log was changed',
    damage: [
      `update enterprise_org.audit_entries set actor_id = actor_id || 'x' where ${one('enterprise_org.audit_entries', 'sequence = 1', OF_TENANT)}`,
    ],
    undo: [
      `update enterprise_org.audit_entries set actor_id = left(actor_id, -1) where ${OF_TENANT} and actor_id like '%x' and sequence = 1`,
    ],
    check: 'audit-logs-of-organizations',
    message: /^the chain is broken at sequence 1$/,
    isRepaired: false,
  },
  {
    title: "an entry of a vault's log was changed",
    damage: [`update vault.audit_entries set ip = 'x' where ${OF_TENANT} and sequence = 2`],
    undo: [
      `update vault.audit_entries set ip = (select ip from vault.audit_entries where ${OF_TENANT} and sequence = 1 limit 1)
            where ${OF_TENANT} and sequence = 2`,
    ],
    check: 'audit-logs-of-vaults',
    message: /^the chain is broken at sequence 2$/,
    isRepaired: false,
  },
  {
    title: 'a vault counts other items',
    damage: [`update vault.vaults set item_count = 9 where ${OF_TENANT}`],
    check: 'vault-counts',
    message: /^9 items are counted, 2 are stored$/,
    isRepaired: true,
  },
  {
    title: 'the value of an item is not stored',
    ...deleted(
      'vault.vault_item_versions',
      `${OF_TENANT} and item_id = (select min(item_id) from vault.vault_item_versions where ${OF_TENANT})`,
    ),
    check: 'vault-values',
    message: /^its value, version 1, is not stored$/,
    isRepaired: false,
  },
  {
    title: 'a tenant with lifecycle policies is never swept',
    damage: [`delete from enterprise_org.lifecycle_sweeps where ${OF_TENANT}`],
    check: 'lifecycle-sweeps',
    message: /^it has lifecycle policies, and is never swept$/,
    isRepaired: true,
  },
  {
    title: 'there is data of a tenant that does not exist',
    damage: [
      `insert into ingest.event_counts (tenant_id, environment, month, events) values ('ten_gone', 'live', '2026-01', 0)`,
    ],
    undo: [`delete from ingest.event_counts where tenant_id = 'ten_gone'`],
    check: 'tenants',
    message: /^ingest has data of it, and the tenant does not exist$/,
    isRepaired: false,
  },
  {
    title: 'a command is not sent',
    damage: [
      `insert into ingest.command_outbox (tenant_id, environment, command, payload, context) values ($1, 'live', 'noSuchCommand', '{}', '{}')`,
    ],
    undo: [`delete from ingest.command_outbox where ${OWN}`],
    check: 'ingest-outbox',
    message: /^the command noSuchCommand waits to be sent$/,
    isRepaired: false,
  },
];

export const DAMAGE_OF_SERVICES: readonly Damage[] = [...LEARN, ...SYNTHESIS, ...OTHERS];
