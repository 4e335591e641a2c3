import { expect, test } from '@jest/globals';
import type { Table } from './catalog.ts';
import {
  ACCEPTED_LEAKS,
  JOINED_TABLES,
  BOOKKEEPING_TABLE,
  SCOPE_STATEMENT,
  SHARED_TABLES,
  TABLES_WITHOUT_TENANTS,
  STATEMENTS_WITHOUT_ROLE,
} from './exceptions.ts';
import type { Recording } from './recording.ts';
import { asAnotherTenant, asOtherEnvironment, findBreaches, type Breach, type Replay } from './replay.ts';
import type { RowScope } from './row-scopes.ts';
import { WIDE_ROW_POLICIES } from './wide-row-policies.ts';

const BATCH = 8;

/** Row-level security protects the owner's rows from the services' own statements when these run in a wrong tenant scope. */
export function replayRules(recording: () => Recording): void {
  const isolatedTables = (): Table[] =>
    recording().catalog.tables.filter(
      ({ name, isPartition }) => !isPartition && !(name in SHARED_TABLES) && !BOOKKEEPING_TABLE.test(name),
    );

  const breachesOf = (scope: RowScope, replays: readonly Replay[], unprotected?: Table): Promise<Breach[]> => {
    const { session } = recording();
    return session.rolledBack(async () => {
      if (unprotected !== undefined) await session.query(`alter table ${unprotected.name} disable row level security`);
      return findBreaches(session, isolatedTables(), scope, replays);
    });
  };

  /** Runs the replays in batches, because most breaches are among the first. */
  const hasBreach = async (scope: RowScope, replays: readonly Replay[], unprotected: Table): Promise<boolean> => {
    for (let from = 0; from < replays.length; from += BATCH)
      if ((await breachesOf(scope, replays.slice(from, from + BATCH), unprotected)).some(isUnlisted)) return true;
    return false;
  };

  const isUnlisted = (breach: Breach): boolean =>
    !ACCEPTED_LEAKS.some(({ statement }) => statement.test(breach.statement));

  test('statements without a role only open transactions, end them or check the connection', () => {
    const texts = recording().statements.flatMap(({ role, text }) =>
      role === 'none' ? [text.replaceAll(/\s+/g, ' ').trim()] : [],
    );
    expect(texts.length).toBeGreaterThan(100);
    const isListed = (text: string): boolean => STATEMENTS_WITHOUT_ROLE.some(({ statement }) => statement.test(text));
    expect([...new Set(texts)].filter((text) => !isListed(text))).toEqual([]);
  });

  test('every statement runs with the setting of a tenant scope, or with a role of a wide row policy', () => {
    const wideRoles = new Set(
      WIDE_ROW_POLICIES.filter(({ condition }) => condition === 'true').map(({ role }) => role),
    );
    const withoutScope = recording().statements.filter(
      ({ role, settings }) => role !== 'none' && !wideRoles.has(role) && Object.keys(settings).length === 0,
    );
    const unexpected = withoutScope.filter(({ text }) => !SCOPE_STATEMENT.test(text));
    expect([...new Set(unexpected.map(({ role, text }) => `${role}: ${text}`))]).toEqual([]);
  });

  test('the recorded statements use every isolated table', () => {
    const texts = recording().statements.map(({ text }) => text);
    const isUsed = ({ name }: Table): boolean => texts.some((text) => mentions(text, name));
    expect(isolatedTables().flatMap((table) => (isUsed(table) ? [] : [table.name]))).toEqual([]);
  });

  test('the owner’s statements reveal and change none of its rows when another tenant runs them', async () => {
    const { statements, owner, stranger } = recording();
    const replays = asAnotherTenant(statements, owner.identifiers, stranger.identifiers);
    expect(replays.length).toBeGreaterThan(100);
    expect((await breachesOf(owner, replays)).filter(isUnlisted)).toEqual([]);
  });

  test.each([
    ['live', 'test'],
    ['test', 'live'],
  ] as const)(
    'statements in the %s environment reveal and change no rows of the %s environment',
    async (environment, other) => {
      const { statements, owner } = recording();
      const replays = asOtherEnvironment(statements, owner.identifiers, environment);
      expect(replays.length).toBeGreaterThan(50);
      expect(await breachesOf({ ...owner, environment: other }, replays)).toEqual([]);
    },
  );

  test('the replay of a table’s statements finds a breach if its row-level security is off', async () => {
    const { statements, owner, stranger } = recording();
    const replays = asAnotherTenant(statements, owner.identifiers, stranger.identifiers);
    const withoutBreach: string[] = [];
    for (const table of isolatedTables().filter(
      ({ name }) => !(name in JOINED_TABLES || name in TABLES_WITHOUT_TENANTS),
    )) {
      const replaysOfTable = replays.filter(({ statement }) => mentions(statement.text, table.name));
      if (!(await hasBreach(owner, replaysOfTable, table))) withoutBreach.push(table.name);
    }
    expect(withoutBreach).toEqual([]);
  });
}

/** Whether a statement contains the name of a table, with or without its schema. */
const mentions = (text: string, table: string): boolean =>
  new RegExp(`\\b${table.slice(table.indexOf('.') + 1)}\\b`).test(text);
