/** How the session ended that a row of `table` belongs to: `success`, `failure` or null. $1 and $2 are the tenant scope. */
export const outcomeOf = (table: 'memories' | 'sessions'): string => `(
  select outcome from session_summaries as summary
  where summary.tenant_id = $1 and summary.environment = $2 and summary.agent_id = coalesce(${table}.agent_id, '')
    and summary.namespace_id = coalesce(${table}.namespace_id, '') and summary.session_id = ${table}.session_id)`;

/** The condition on rows of `table` whose session ended so; `unknown` is one of the outcomes. */
export const endedAs = (table: 'memories' | 'sessions', outcome: string): string =>
  `coalesce(${outcomeOf(table)}, 'unknown') = ${outcome}`;
