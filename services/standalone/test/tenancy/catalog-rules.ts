import { expect, test } from '@jest/globals';
import type { Catalog, Grant, Policy, Table } from './catalog.ts';
import { BOOKKEEPING, DEFINERS, OPEN_TABLES, OWNED, WIDER_POLICIES, type WiderPolicy } from './exceptions.ts';

const OWN_TENANT = "(tenant_id = current_setting('strata.tenant_id'::text, true))";
const OWN_PARTITION = `(${OWN_TENANT} AND (environment = current_setting('strata.environment'::text, true)))`;

/** What the catalog must say. Whatever is not as it should be has to be listed, with a reason, in exceptions.ts. */
export function catalogRules(catalog: () => Catalog): void {
  const walled = (): Table[] =>
    catalog().tables.filter(({ name }) => !(name in OPEN_TABLES) && !BOOKKEEPING.test(name));

  test('every table has row-level security, for its owner too', () => {
    expect(walled().length).toBeGreaterThan(20);
    expect(walled().filter(({ kind, enabled, forced }) => kind !== 'r' || !enabled || !forced)).toEqual([]);
  });

  test('a table without it is listed, and no service writes it', () => {
    const names = new Set(catalog().tables.map(({ name }) => name));
    expect(Object.keys(OPEN_TABLES).filter((name) => !names.has(name))).toEqual([]);
    const grants = catalog().grants.filter(({ table }) => table in OPEN_TABLES || BOOKKEEPING.test(table));
    expect(grants.filter((grant) => BOOKKEEPING.test(grant.table) || !mayOf(grant).startsWith('select'))).toEqual([]);
    expect(grants.filter((grant) => /insert|update|delete/.test(mayOf(grant)))).toEqual([]);
  });

  test('a policy compares with the tenant and the environment of the transaction, or is listed as wider', () => {
    const wider = catalog().policies.filter((policy) => !isStandard(policy, catalog()));
    const listed = WIDER_POLICIES.map(({ role, table, command, rows, may }) => ({ role, table, command, rows, may }));
    expect(sorted(wider.flatMap((policy) => describePolicy(policy, catalog())))).toEqual(sorted(listed));
  });

  test('roles of services own nothing, have no power of their own and cannot become another', () => {
    const roles = catalog().roles.map(({ name, powers, owns }) => ({ name, powers, owns }));
    expect(roles.length).toBeGreaterThan(5);
    expect(roles).toEqual(roles.map(({ name }) => ({ name, powers: [], owns: OWNED[name] ?? [] })));
  });

  test('a role without grants may do nothing', () => {
    expect(catalog().public).toEqual([]);
  });

  test('a function that runs with its owner’s rights is listed, and finds names in its own schema first', () => {
    expect(catalog().definers.map(({ name }) => name)).toEqual(Object.keys(DEFINERS).sort());
    for (const { name, searchPath } of catalog().definers)
      expect([name, searchPath]).toEqual([name, expect.stringMatching(new RegExp(`^${schemaOf(name)}, .*pg_temp$`))]);
  });
}

const schemaOf = (name: string): string => name.slice(0, name.indexOf('.'));
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

function isStandard({ table, permissive, using, check }: Policy, { tables }: Catalog): boolean {
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  if (!columns.includes('tenant_id') || permissive !== 'PERMISSIVE') return false;
  const own = columns.includes('environment') ? OWN_PARTITION : OWN_TENANT;
  return (using ?? check) === own && (check ?? own) === own;
}

/** As it stands in the list, once for each role that it is for. */
const describePolicy = (
  { table, roles, command, using, check }: Policy,
  { grants }: Catalog,
): Omit<WiderPolicy, 'why'>[] =>
  roles.map((role) => {
    const grant = grants.find((candidate) => candidate.role === role && candidate.table === table);
    const rows = oneLine([using, check].filter((part) => part !== null).join(' WITH CHECK '));
    return { role, table, command, rows, may: grant === undefined ? '' : mayOf(grant) };
  });

const mayOf = ({ columns, deletes }: Grant): string =>
  [
    ...Object.entries(columns).flatMap(([command, names]) => (names === '' ? [] : [`${command} ${names}`])),
    ...(deletes ? ['delete'] : []),
  ].join(', ');

const sorted = (policies: readonly Omit<WiderPolicy, 'why'>[]): Omit<WiderPolicy, 'why'>[] =>
  [...policies].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
const keyOf = ({ table, role, command }: Omit<WiderPolicy, 'why'>): string => `${table} ${role} ${command}`;
