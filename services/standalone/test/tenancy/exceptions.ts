/** Tables without row-level security, and why that is right. Only the operator may write them. */
export const OPEN_TABLES: Readonly<Record<string, string>> = {
  'gateway.plans': 'what a plan lets through is the same for everybody',
};

/** The table of each schema that says which migrations were applied: no role of a service reaches it. */
export const BOOKKEEPING = /^\w+\.schema_version$/;

/** A policy that lets a role see more than the rows of the tenant that its transaction is bound to, or other rows. */
export interface WiderPolicy {
  readonly role: string;
  readonly table: string;
  readonly command: string;
  /** The rows it reaches, as the catalog has the condition. */
  readonly rows: string;
  /** What the role may do with them: columns by command. */
  readonly may: string;
  readonly why: string;
}

const EVERYTHING = 'select *, insert *, update *, delete';
const OF_USERS = 'select *, insert *, update password_hash';

export const WIDER_POLICIES: readonly WiderPolicy[] = [
  {
    role: 'strata_gateway',
    table: 'gateway.tenants',
    command: 'ALL',
    may: EVERYTHING,
    rows: "(id = current_setting('strata.tenant_id'::text, true))",
    why: 'the tenant’s own row',
  },
  {
    role: 'strata_gateway',
    table: 'gateway.users',
    command: 'ALL',
    may: OF_USERS,
    rows: '(id IN ( SELECT memberships.user_id FROM gateway.memberships))',
    why: 'a user may belong to several tenants; of memberships the tenant’s own are seen',
  },
  {
    role: 'strata_gateway',
    table: 'gateway.users',
    command: 'INSERT',
    may: OF_USERS,
    rows: 'true',
    why: 'who registers belongs to no tenant yet',
  },
  {
    role: 'strata_gateway',
    table: 'gateway.api_keys',
    command: 'ALL',
    may: EVERYTHING,
    rows: "(tenant_id = current_setting('strata.tenant_id'::text, true))",
    why: 'a tenant’s users manage the keys of both its environments',
  },
  {
    role: 'strata_gateway_auth',
    table: 'gateway.users',
    command: 'SELECT',
    may: 'select *',
    rows: "((email = current_setting('strata.lookup'::text, true)) AND (issuer IS NULL))",
    why: 'login looks for the e-mail address that it was given, among accounts with a password here',
  },
  {
    role: 'strata_gateway_auth',
    table: 'gateway.memberships',
    command: 'SELECT',
    may: 'select *',
    rows: '(user_id IN ( SELECT users.id FROM gateway.users))',
    why: 'those of the user that was looked for',
  },
  {
    role: 'strata_gateway_auth',
    table: 'gateway.tenants',
    command: 'SELECT',
    may: 'select *',
    rows: '(id IN ( SELECT memberships.tenant_id FROM gateway.memberships))',
    why: 'those of the user that was looked for',
  },
  {
    role: 'strata_gateway_auth',
    table: 'gateway.api_keys',
    command: 'ALL',
    rows: "(id = ANY (string_to_array(current_setting('strata.lookup'::text, true), ' '::text)))",
    may: 'select *, update last_used_at',
    why: 'a key is looked for by the id in it, and its last use is written down',
  },
  {
    role: 'strata_gateway',
    table: 'gateway.command_outbox',
    command: 'ALL',
    may: 'insert *',
    rows: "(tenant_id = current_setting('strata.tenant_id'::text, true))",
    why: 'a tenant’s users manage the keys of both its environments, and their changes are audited',
  },
  {
    role: 'strata_gateway_relay',
    table: 'gateway.command_outbox',
    command: 'ALL',
    rows: 'true',
    may: 'select *, delete',
    why: 'sends the commands of every tenant, and takes out what was sent',
  },
  {
    role: 'strata_enterprise_org_lookup',
    table: 'enterprise_org.members',
    command: 'SELECT',
    rows: "(token_hash = current_setting('strata.lookup'::text, true))",
    may: 'select tenant_id, organization_id, token_hash',
    why: 'an invitation is looked for by its token, and says where it belongs',
  },
  {
    role: 'strata_enterprise_org_auditor',
    table: 'enterprise_org.audit_entries',
    command: 'SELECT',
    rows: 'true',
    may: 'select *',
    why: 'verifying the chains of the audit logs reads those of every tenant',
  },
  {
    role: 'strata_enterprise_org_auditor',
    table: 'enterprise_org.audit_heads',
    command: 'SELECT',
    rows: 'true',
    may: 'select *',
    why: 'verifying the chains of the audit logs reads those of every tenant',
  },
  {
    role: 'strata_enterprise_org_auditor',
    table: 'enterprise_org.organizations',
    command: 'SELECT',
    rows: 'true',
    may: 'select id, tenant_id',
    why: 'goes from one organization’s log to the next',
  },
  {
    role: 'strata_enterprise_org_sweeper',
    table: 'enterprise_org.lifecycle_sweeps',
    command: 'ALL',
    rows: 'true',
    may: 'select *, update *',
    why: 'workers take the turn of whichever tenant is due to be swept',
  },
  {
    role: 'strata_ingest_relay',
    table: 'ingest.command_outbox',
    command: 'ALL',
    rows: 'true',
    may: 'select *, delete',
    why: 'sends the commands of every tenant, and takes out what was sent',
  },
  {
    role: 'strata_learn_scheduler',
    table: 'learn.jobs',
    command: 'ALL',
    rows: 'true',
    may: 'select *, update *',
    why: 'workers take the next job of whichever tenant',
  },
  {
    role: 'strata_learn_scheduler',
    table: 'learn.index_outbox',
    command: 'SELECT',
    rows: 'true',
    may: 'select tenant_id, environment, written_at',
    why: 'the sweep looks for partitions with an old backlog, not at what is in it',
  },
  {
    role: 'strata_learn_relay',
    table: 'learn.command_outbox',
    command: 'ALL',
    rows: 'true',
    may: 'select *, delete',
    why: 'sends the commands of every tenant, and takes out what was sent',
  },
  {
    role: 'strata_synthesis_relay',
    table: 'synthesis.command_outbox',
    command: 'SELECT',
    rows: 'true',
    may: 'select *, delete',
    why: 'sends the commands of every tenant',
  },
  {
    role: 'strata_synthesis_relay',
    table: 'synthesis.command_outbox',
    command: 'DELETE',
    rows: 'true',
    may: 'select *, delete',
    why: 'takes out what was sent',
  },
  {
    role: 'strata_synthesis_search',
    table: 'synthesis.entries',
    command: 'SELECT',
    rows: 'true',
    may: 'select *',
    why: 'owns the functions that search the text index and check the tenant themselves; no connection uses this role',
  },
  {
    role: 'strata_synthesis_worker',
    table: 'synthesis.entries',
    command: 'SELECT',
    rows: 'true',
    may: 'select *',
    why: 'makes the vectors of every tenant’s entries',
  },
  {
    role: 'strata_synthesis_worker',
    table: 'synthesis_vectors.embeddings',
    command: 'ALL',
    rows: 'true',
    may: EVERYTHING,
    why: 'makes the vectors of every tenant’s entries',
  },
  {
    role: 'strata_synthesis_worker',
    table: 'synthesis_vectors.due_embeddings',
    command: 'ALL',
    rows: 'true',
    may: EVERYTHING,
    why: 'makes the vectors of every tenant’s entries',
  },
  {
    role: 'strata_vault_auditor',
    table: 'vault.audit_entries',
    command: 'SELECT',
    rows: 'true',
    may: 'select *',
    why: 'verifying the chains of the vaults’ logs reads those of every tenant',
  },
  {
    role: 'strata_vault_auditor',
    table: 'vault.audit_heads',
    command: 'SELECT',
    rows: 'true',
    may: 'select *',
    why: 'verifying the chains of the vaults’ logs reads those of every tenant',
  },
  {
    role: 'strata_vault_auditor',
    table: 'vault.vaults',
    command: 'SELECT',
    rows: 'true',
    may: 'select id, tenant_id',
    why: 'goes from one vault’s log to the next',
  },
  {
    role: 'strata_vault_rotator',
    table: 'vault.vaults',
    command: 'SELECT',
    rows: 'true',
    may: 'select id, tenant_id, key_id, wrapped_key',
    why: 'rotating the vault key looks for vaults of every tenant that an earlier key wrapped',
  },
];

/** Functions that run with their owner's rights, and why. */
export const DEFINERS: Readonly<Record<string, string>> = {
  'synthesis.count_entries(tsquery,tsquery)':
    'a text index serves no query behind a policy; counts rows of the partition that the transaction is bound to',
  'synthesis.find_candidates(tsquery,text[],integer,text[])':
    'a text index serves no query behind a policy; returns rows of the partition that the transaction is bound to',
  'synthesis.find_ids(tsquery)':
    'a text index serves no query behind a policy; returns ids of the partition that the transaction is bound to',
  'synthesis.merge_postings()': 'only an index’s owner may merge its pending list; returns how much there was',
  'synthesis_vectors.ensure_vector_index(integer)': 'makes an index whose length is a setting; reads no rows',
};

/** What a role of a service owns, and why. */
export const OWNED: Readonly<Record<string, readonly string[]>> = {
  strata_synthesis_search: [
    'function synthesis.count_entries(tsquery,tsquery)',
    'function synthesis.find_candidates(tsquery,text[],integer,text[])',
    'function synthesis.find_ids(tsquery)',
  ],
};

/** Tables of which no statement reads a row but together with a row of another table, which has a wall of its own. */
export const BEHIND_ANOTHER: Readonly<Record<string, string>> = {
  'synthesis_vectors.embeddings': 'a vector is read with its entry',
};

/** Statements that may reveal another tenant's existence, or that touch no tenant's rows, and why. */
export const NOTICED: readonly { readonly statement: RegExp; readonly why: string }[] = [
  {
    statement: /^strata_gateway: INSERT INTO "gateway"\."users"/,
    why: 'an e-mail address is one account, whichever tenant it is in: registering a known one is a conflict',
  },
];

/** Statements of a role that run before it is said whose rows it may see: then it sees none. */
export const BEFOREHAND = /^select set_config\('strata\.\w+', \$1, true\)$/;

/** Statements that run with the rights of the connection, and why. */
export const OUTSIDE: readonly { readonly statement: RegExp; readonly why: string }[] = [
  { statement: /^begin$/i, why: 'opens a transaction' },
  {
    statement: /^BEGIN; SET LOCAL ROLE "strata_\w+"; SET LOCAL [^;]+; SET LOCAL [^;]+; SELECT set_config\(/,
    why: 'opens one under a role',
  },
  {
    statement:
      /^select set_config\('role', \$1, true\), set_config\('search_path', \$2, true\), set_config\(\$3, \$4, true\)$/,
    why: 'gives one its role',
  },
  { statement: /^(?:commit|rollback)$/i, why: 'ends a transaction that has failed' },
  { statement: /^select 1$/i, why: 'asks whether the database answers' },
  {
    statement:
      /^(?:SELECT pg_stat_force_next_flush\(\)|SELECT format\('%I\.%I', s\.schemaname, s\.relname\) AS "table" FROM pg_stat_user_tables |BEGIN; SET LOCAL default_statistics_target = \d+; ANALYZE [\w.]+; COMMIT|VACUUM [\w.]+$)/,
    why: 'stands in for autovacuum in the embedded database; reads no rows',
  },
];
