import type { DatabaseSession, StatementOutcome } from '@strata/testkit/database-session';
import type { RecordedStatement } from '@strata/testkit/statement-recorder';
import type { Table } from './catalog.ts';
import { ENVIRONMENT, exchanged, isPartitioned, ownedBy, ranFor, type Names, type Owner } from './owners.ts';

/** A statement with the values that an owner sent, run as a stranger. */
export interface Replay {
  readonly statement: RecordedStatement;
  readonly settings: Readonly<Record<string, string>>;
}

/** What a replay gave away or changed. */
export interface Breach {
  readonly statement: string;
  readonly what: string;
}

/** Sets of values with which each statement is replayed. */
const TRIES = 5;
const ENDS = /^\s*(?:commit|rollback)\b/i;
/** Of what has a `with` or calls a function the count does not tell. */
const WRITES_WHAT_IT_COUNTS = /^\s*(?:insert|update|delete)\b/i;
const READS = /^\s*select\b(?!.*\b(?:insert|update|delete)\b)/is;

/** The owner's statements as another tenant would run them: what the filter says is the owner's, the settings are not. */
export const asAnotherTenant = (recorded: readonly RecordedStatement[], owner: Names, stranger: Names): Replay[] =>
  tried(recorded.filter((statement) => ranFor(statement, owner))).map((statement) => ({
    statement,
    settings: exchanged(statement.settings, owner, stranger),
  }));

/** The statements of a tenant's other environment as they would run in this one. */
export const asOtherEnvironment = (
  recorded: readonly RecordedStatement[],
  owner: Names,
  environment: string,
): Replay[] =>
  tried(
    recorded.filter(
      (statement) => ranFor(statement, owner) && (statement.settings[ENVIRONMENT] ?? environment) !== environment,
    ),
  ).map((statement) => ({ statement, settings: { ...statement.settings, [ENVIRONMENT]: environment } }));

/** A few of the times that each statement ran, with different values. */
function tried(recorded: readonly RecordedStatement[]): RecordedStatement[] {
  const byText = new Map<string, Map<string, RecordedStatement>>();
  for (const statement of recorded.filter(({ text }) => !ENDS.test(text))) {
    const times = byText.get(`${statement.role} ${statement.text}`) ?? new Map<string, RecordedStatement>();
    byText.set(`${statement.role} ${statement.text}`, times);
    const values = JSON.stringify(statement.values);
    if (times.size < TRIES || times.has(values)) times.set(values, statement);
  }
  return [...byText.values()].flatMap((times) => [...times.values()]);
}

/**
 * Runs each statement twice: with the owner's rows there, and with all of them gone. Whatever differs, in rows, counts
 * or errors, is something that the stranger learned of the owner; and no row of the owner's may have changed.
 */
export async function findBreaches(
  session: DatabaseSession,
  tables: readonly Table[],
  owner: Owner,
  replays: readonly Replay[],
): Promise<Breach[]> {
  const owned = tables.filter((table) => owner.environment === undefined || isPartitioned(table));
  const breaches: Breach[] = [];
  const before = await digest(session, owned, owner);
  const seen: StatementOutcome[] = [];
  for (const replay of replays) {
    const { text } = replay.statement;
    const then = async (count: number): Promise<void> => {
      const mayWrite = !READS.test(text) && (count > 0 || !WRITES_WHAT_IT_COUNTS.test(text));
      if (mayWrite && (await digest(session, owned, owner)) !== before)
        breaches.push({ statement: named(replay), what: 'changed the owner’s rows' });
    };
    seen.push(await session.attempt({ ...attemptOf(replay), then }));
  }
  await forget(session, owned, owner);
  for (const [at, replay] of replays.entries()) {
    const truth = await session.attempt(attemptOf(replay));
    if (JSON.stringify(seen[at]) !== JSON.stringify(truth))
      breaches.push({
        statement: named(replay),
        what: `${brief(seen[at])}, and without the owner’s rows ${brief(truth)}`,
      });
  }
  return breaches;
}

const attemptOf = ({ statement: { text, values, role, searchPath }, settings }: Replay) => ({
  sql: text,
  values,
  settings: { ...settings, search_path: searchPath, role },
});

const named = ({ statement: { role, text } }: Replay): string => `${role}: ${text.replaceAll(/\s+/g, ' ').trim()}`;
const brief = (outcome: StatementOutcome | undefined): string => JSON.stringify(outcome).slice(0, 300);

/** One number for all rows of a side. */
async function digest(session: DatabaseSession, tables: readonly Table[], side: Owner): Promise<string> {
  const sums = tables.map(
    (table) =>
      `select coalesce(sum(hashtextextended(t::text, 0)), 0) as part from ${table.name} t where ${ownedBy(side, table)}`,
  );
  const [row] = await session.query<{ digest: string }>(
    `select string_agg(part::text, ' ') as digest from (${sums.join(' union all ')}) parts`,
  );
  return row?.digest ?? '';
}

async function forget(session: DatabaseSession, tables: readonly Table[], side: Owner): Promise<void> {
  await session.query('set local session_replication_role = replica');
  // Backwards, so that users go before the memberships by which they are known.
  for (const table of tables.toReversed())
    await session.query(`delete from ${table.name} where ${ownedBy(side, table)}`);
  await session.query('set local session_replication_role = origin');
}
