import { expect, test } from '@jest/globals';
import type { DatabaseSession } from '@strata/testkit/database-session';
import type { RecordedStatement } from '@strata/testkit/statement-recorder';
import type { Catalog, Table } from './catalog.ts';
import {
  BEFOREHAND,
  BEHIND_ANOTHER,
  BOOKKEEPING,
  NOTICED,
  OPEN_TABLES,
  OUTSIDE,
  WIDER_POLICIES,
} from './exceptions.ts';
import { asAnotherTenant, asOtherEnvironment, findBreaches, type Breach, type Replay } from './replay.ts';
import type { KnownOwner, Owner } from './owners.ts';

const FEW = 8;

export interface Recording {
  readonly session: DatabaseSession;
  readonly catalog: Catalog;
  readonly recorded: readonly RecordedStatement[];
  readonly ours: KnownOwner;
  readonly theirs: KnownOwner;
}

/** The services' own statements, with a filter that is wrong: nothing stands before the owner's rows but the database. */
export function replayRules(recording: () => Recording): void {
  const walled = (): Table[] =>
    recording().catalog.tables.filter(({ name }) => !(name in OPEN_TABLES) && !BOOKKEEPING.test(name));

  const breachesOf = (owner: Owner, replays: readonly Replay[], lowered?: Table): Promise<Breach[]> => {
    const { session } = recording();
    return session.rolledBack(async () => {
      if (lowered !== undefined) await session.query(`alter table ${lowered.name} disable row level security`);
      return findBreaches(session, walled(), owner, replays);
    });
  };

  /** One breach is enough, and most often among the first statements. */
  const givesAway = async (owner: Owner, replays: readonly Replay[], lowered: Table): Promise<boolean> => {
    for (let from = 0; from < replays.length; from += FEW)
      if ((await breachesOf(owner, replays.slice(from, from + FEW), lowered)).some(unlisted)) return true;
    return false;
  };

  const unlisted = ({ statement }: Breach): boolean => !NOTICED.some(({ statement: known }) => known.test(statement));

  test('no statement runs with the rights of the connection but what opens, ends and checks', () => {
    const texts = recording().recorded.flatMap(({ role, text }) =>
      role === 'none' ? [text.replaceAll(/\s+/g, ' ').trim()] : [],
    );
    expect(texts.length).toBeGreaterThan(100);
    expect([...new Set(texts)].filter((text) => !OUTSIDE.some(({ statement }) => statement.test(text)))).toEqual([]);
  });

  test('every statement runs under settings that say whose rows it may see, or for a role that is listed', () => {
    const wide = new Set(WIDER_POLICIES.filter(({ rows }) => rows === 'true').map(({ role }) => role));
    const unbound = recording().recorded.filter(
      ({ role, settings }) => role !== 'none' && !wide.has(role) && Object.keys(settings).length === 0,
    );
    const statements = unbound.filter(({ text }) => !BEFOREHAND.test(text));
    expect([...new Set(statements.map(({ role, text }) => `${role}: ${text}`))]).toEqual([]);
  });

  test('every table is used', () => {
    const texts = recording().recorded.map(({ text }) => text);
    const isUsed = ({ name }: Table): boolean => texts.some((text) => mentions(text, name));
    expect(walled().flatMap((table) => (isUsed(table) ? [] : [table.name]))).toEqual([]);
  });

  test('another tenant learns nothing by our statements, and changes nothing', async () => {
    const { recorded, ours, theirs } = recording();
    const replays = asAnotherTenant(recorded, ours.names, theirs.names);
    expect(replays.length).toBeGreaterThan(100);
    expect((await breachesOf(ours, replays)).filter(unlisted)).toEqual([]);
  });

  test.each(['live', 'test'] as const)(
    'our own %s environment learns and changes nothing of the other',
    async (environment) => {
      const { recorded, ours } = recording();
      const replays = asOtherEnvironment(recorded, ours.names, environment);
      expect(replays.length).toBeGreaterThan(50);
      const owner = { ...ours, environment: environment === 'live' ? 'test' : 'live' } as const;
      expect(await breachesOf(owner, replays)).toEqual([]);
    },
  );

  test('without a table’s row-level security its statements do give the owner away', async () => {
    const { recorded, ours, theirs } = recording();
    const replays = asAnotherTenant(recorded, ours.names, theirs.names);
    const unnoticed: string[] = [];
    for (const table of walled().filter(({ name }) => !(name in BEHIND_ANOTHER))) {
      const concerned = replays.filter(({ statement }) => mentions(statement.text, table.name));
      if (!(await givesAway(ours, concerned, table))) unnoticed.push(table.name);
    }
    expect(unnoticed).toEqual([]);
  });
}

/** Whether a statement names a table, with its schema or without. */
const mentions = (text: string, table: string): boolean =>
  new RegExp(`\\b${table.slice(table.indexOf('.') + 1)}\\b`).test(text);
