/** Tables without row-level security, and the reason. Only the operator writes them. */
export const SHARED_TABLES: Readonly<Record<string, string>> = {
  'gateway.plans': 'all tenants share the plans',
  'ingest.event_months': 'the event table has a partition for each month, with the events of all tenants',
};

/** The tables of applied migrations and of health probes in each schema. No service role has access to them. */
export const BOOKKEEPING_TABLE = /^\w+\.(?:schema_version|write_probe)$/;

/** Functions that run with their owner's privileges, and the reason. */
export const DEFINER_FUNCTIONS: Readonly<Record<string, string>> = {
  'ingest.drop_event_month(integer)':
    'only the owner of a table can drop its partition; the function does so if the month is over and has no event',
  'ingest.make_event_month(integer)': 'only the owner of a table can give it a partition; the function reads no rows',
  'ingest.split_events(integer)': 'only the owner of a table can make it a partition; the function reads no rows',
  'ingest.validate_events_before_months()':
    'only the owner of a table can validate its constraint; the function returns nothing',
  'synthesis.count_entries(tsquery,tsquery)':
    'PostgreSQL uses no text index under a row policy; the function counts rows of the transaction’s tenant scope only',
  'synthesis.find_candidates(tsquery,text[],integer,text[],text,timestamp with time zone,timestamp with time zone)':
    'PostgreSQL uses no text index under a row policy; the function returns rows of the transaction’s tenant scope only',
  'synthesis.find_ids(tsquery)':
    'PostgreSQL uses no text index under a row policy; the function returns ids of the transaction’s tenant scope only',
  'synthesis.merge_postings()': 'only the owner of an index can merge its pending list; the function returns its size',
  'synthesis_vectors.drop_vector_index(integer)':
    'only the owner of a table can drop its index; the function reads no rows',
  'synthesis_vectors.ensure_vector_index(integer)':
    'a setting determines the dimensions of the index; the function reads no rows',
};

/** The objects that a service role owns. */
export const OWNED_OBJECTS: Readonly<Record<string, readonly string[]>> = {
  strata_synthesis_search: [
    'function synthesis.count_entries(tsquery,tsquery)',
    'function synthesis.find_candidates(tsquery,text[],integer,text[],text,timestamp with time zone,timestamp with time zone)',
    'function synthesis.find_ids(tsquery)',
  ],
};

/** Isolated tables whose rows belong to no tenant, and the reason. No role of a tenant has access to them. */
export const TABLES_WITHOUT_TENANTS: Readonly<Record<string, string>> = {
  'synthesis_vectors.models': 'an embedding model belongs to the deployment',
};

/** Tables that services read or write only in one statement with another isolated table, and the reason. */
export const JOINED_TABLES: Readonly<Record<string, string>> = {
  'learn.artifact_versions': 'an earlier version is kept, read and deleted with its artifact',
  'synthesis.command_outbox': 'a synthesis is counted, and its command stored, in the statement that stores its pack',
  'synthesis_vectors.embeddings': 'a vector is read with its entry',
};

interface StatementException {
  readonly statement: RegExp;
  readonly reason: string;
}

/** Statements that may reveal that data of another tenant exists. */
export const ACCEPTED_LEAKS: readonly StatementException[] = [
  {
    statement: /^strata_gateway: INSERT INTO "gateway"\."users"/,
    reason: 'an e-mail address has one account in all tenants, so its second registration is a conflict',
  },
];

/** Sets the tenant scope of a transaction. Before this statement the role can read no row. */
export const SCOPE_STATEMENT = /^select set_config\('strata\.\w+', \$1, true\)$/;

/** Statements that run with the privileges of the connection. */
export const STATEMENTS_WITHOUT_ROLE: readonly StatementException[] = [
  { statement: /^begin$/i, reason: 'opens a transaction' },
  {
    statement: /^BEGIN; SET LOCAL ROLE "strata_\w+"; (?:SET LOCAL [^;]+; ){3}SELECT set_config\(/,
    reason: 'opens a transaction and sets its role',
  },
  {
    statement:
      /^select set_config\('role', \$1, true\), set_config\('search_path', \$2, true\), set_config\(\$3, \$4, true\), set_config\('idle_in_transaction_session_timeout', \$5, true\)$/,
    reason: 'sets the role of a transaction',
  },
  { statement: /^(?:commit|rollback)$/i, reason: 'ends a failed transaction' },
  { statement: /^select 1$/i, reason: 'checks that the database responds' },
  { statement: /^(?:INSERT INTO|DELETE FROM) "\w+"\.write_probe /, reason: 'checks that the database stores a row' },
  {
    statement:
      /^(?:SELECT pg_stat_force_next_flush\(\)|SELECT format\('%I\.%I', s\.schemaname, s\.relname\) AS "table" FROM pg_stat_user_tables |BEGIN; SET LOCAL default_statistics_target = \d+; ANALYZE [\w.]+; COMMIT|VACUUM [\w.]+$)/,
    reason: 'replaces autovacuum in the embedded database, and reads no rows',
  },
];
