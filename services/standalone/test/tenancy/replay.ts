import type { DatabaseSession, StatementOutcome } from '@strata/testkit/database-session';
import type { RecordedStatement } from '@strata/testkit/statement-recorder';
import type { Table } from './catalog.ts';
import {
  conditionFor,
  ENVIRONMENT,
  hasEnvironments,
  ranFor,
  replaceIdentifiers,
  type Identifiers,
  type RowScope,
} from './row-scopes.ts';

/** A statement with the owner's values, to run with the settings of a stranger. */
export interface Replay {
  readonly statement: RecordedStatement;
  readonly settings: Readonly<Record<string, string>>;
}

/** A replay that revealed or changed the owner's rows. */
export interface Breach {
  readonly statement: string;
  readonly effect: string;
}

/** Each statement is replayed with at most so many sets of values. */
const MAX_VALUE_SETS = 5;
const TRANSACTION_END = /^\s*(?:commit|rollback)\b/i;
/** A statement that changes no row if its count is 0. One with a `with` or a function call may change rows all the same. */
const COUNTED_WRITE = /^\s*(?:insert|update|delete)\b/i;
const READ = /^\s*select\b(?!.*\b(?:insert|update|delete)\b)/is;

/** The owner's statements with the settings of a stranger: the values still name the owner's data. */
export const asAnotherTenant = (
  recorded: readonly RecordedStatement[],
  owner: Identifiers,
  stranger: Identifiers,
): Replay[] =>
  sampled(recorded.filter((statement) => ranFor(statement, owner))).map((statement) => ({
    statement,
    settings: replaceIdentifiers(statement.settings, owner, stranger),
  }));

/** The statements of the owner's other environment, with the settings of this one. */
export const asOtherEnvironment = (
  recorded: readonly RecordedStatement[],
  owner: Identifiers,
  environment: string,
): Replay[] =>
  sampled(
    recorded.filter(
      (statement) => ranFor(statement, owner) && (statement.settings[ENVIRONMENT] ?? environment) !== environment,
    ),
  ).map((statement) => ({ statement, settings: { ...statement.settings, [ENVIRONMENT]: environment } }));

/** Each statement with its first few sets of values. */
function sampled(recorded: readonly RecordedStatement[]): RecordedStatement[] {
  const byText = new Map<string, Map<string, RecordedStatement>>();
  for (const statement of recorded.filter(({ text }) => !TRANSACTION_END.test(text))) {
    const key = `${statement.role} ${statement.text}`;
    const byValues = byText.get(key) ?? new Map<string, RecordedStatement>();
    byText.set(key, byValues);
    const values = JSON.stringify(statement.values);
    if (byValues.size < MAX_VALUE_SETS || byValues.has(values)) byValues.set(values, statement);
  }
  return [...byText.values()].flatMap((byValues) => [...byValues.values()]);
}

/**
 * Runs each replay twice: with the owner's rows, and after their deletion. A difference in rows, counts or errors reveals
 * the owner's rows to the stranger. A replay must not change these rows either.
 */
export async function findBreaches(
  session: DatabaseSession,
  tables: readonly Table[],
  owner: RowScope,
  replays: readonly Replay[],
): Promise<Breach[]> {
  const ownedTables = tables.filter((table) => owner.environment === undefined || hasEnvironments(table));
  const breaches: Breach[] = [];
  const before = await digestRows(session, ownedTables, owner);
  const outcomes: StatementOutcome[] = [];
  for (const replay of replays) {
    const { text } = replay.statement;
    const then = async (count: number): Promise<void> => {
      const mayWrite = !READ.test(text) && (count > 0 || !COUNTED_WRITE.test(text));
      if (mayWrite && (await digestRows(session, ownedTables, owner)) !== before)
        breaches.push({ statement: labelOf(replay), effect: 'changed the owner’s rows' });
    };
    outcomes.push(await session.attempt({ ...attemptOf(replay), then }));
  }
  await deleteRows(session, ownedTables, owner);
  for (const [i, replay] of replays.entries()) {
    const outcome = await session.attempt(attemptOf(replay));
    if (JSON.stringify(outcomes[i]) !== JSON.stringify(outcome))
      breaches.push({
        statement: labelOf(replay),
        effect: `${brief(outcomes[i])}; without the owner’s rows ${brief(outcome)}`,
      });
  }
  return breaches;
}

const attemptOf = ({ statement: { text, values, role, searchPath }, settings }: Replay) => ({
  sql: text,
  values,
  settings: { ...settings, search_path: searchPath, role },
});

const labelOf = ({ statement: { role, text } }: Replay): string => `${role}: ${text.replaceAll(/\s+/g, ' ').trim()}`;
const brief = (outcome: StatementOutcome | undefined): string => JSON.stringify(outcome).slice(0, 300);

/** A checksum of all rows of a scope. */
async function digestRows(session: DatabaseSession, tables: readonly Table[], scope: RowScope): Promise<string> {
  const sums = tables.map(
    (table) =>
      `select coalesce(sum(hashtextextended(t::text, 0)), 0) as part from ${table.name} t
       where ${conditionFor(scope, table)}`,
  );
  const [row] = await session.query<{ digest: string }>(
    `select string_agg(part::text, ' ') as digest from (${sums.join(' union all ')}) parts`,
  );
  return row?.digest ?? '';
}

async function deleteRows(session: DatabaseSession, tables: readonly Table[], scope: RowScope): Promise<void> {
  await session.query('set local session_replication_role = replica');
  // In reverse order: the condition for users needs the memberships.
  for (const table of tables.toReversed())
    await session.query(`delete from ${table.name} where ${conditionFor(scope, table)}`);
  await session.query('set local session_replication_role = origin');
}
