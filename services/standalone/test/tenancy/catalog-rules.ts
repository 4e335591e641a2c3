import { expect, test } from '@jest/globals';
import type { Catalog, Grant, RowPolicy, Table } from './catalog.ts';
import { DEFINER_FUNCTIONS, BOOKKEEPING_TABLE, OWNED_OBJECTS, SHARED_TABLES } from './exceptions.ts';
import { WIDE_ROW_POLICIES } from './wide-row-policies.ts';
import type { WideRowPolicy } from './wide-row-policy.ts';

const IN_TENANT = "(tenant_id = current_setting('strata.tenant_id'::text, true))";
const IN_TENANT_SCOPE = `(${IN_TENANT} AND (environment = current_setting('strata.environment'::text, true)))`;

type PolicyRow = Omit<WideRowPolicy, 'reason'>;

/** The database catalog isolates tenants. Exceptions are listed with a reason in exceptions.ts and wide-row-policies.ts. */
export function catalogRules(catalog: () => Catalog): void {
  const isolatedTables = (): Table[] =>
    catalog().tables.filter(({ name }) => !(name in SHARED_TABLES) && !BOOKKEEPING_TABLE.test(name));

  test('every isolated table forces row-level security, even for its owner', () => {
    expect(isolatedTables().length).toBeGreaterThan(20);
    expect(isolatedTables().filter(({ kind, enabled, forced }) => !/[rp]/u.test(kind) || !enabled || !forced)).toEqual(
      [],
    );
  });

  test('service roles only read shared tables, and have no access to migration tables', () => {
    const names = new Set(catalog().tables.map(({ name }) => name));
    expect(Object.keys(SHARED_TABLES).filter((name) => !names.has(name))).toEqual([]);
    const grants = catalog().grants.filter(({ table }) => table in SHARED_TABLES || BOOKKEEPING_TABLE.test(table));
    expect(
      grants.filter((grant) => BOOKKEEPING_TABLE.test(grant.table) || !privilegesOf(grant).startsWith('select')),
    ).toEqual([]);
    expect(grants.filter((grant) => /insert|update|delete/.test(privilegesOf(grant)))).toEqual([]);
  });

  test('service roles have access to a partition only through its table', () => {
    const names = new Set(catalog().tables.flatMap(({ name, isPartition }) => (isPartition ? [name] : [])));
    expect(names.size).toBeGreaterThan(1);
    const grants = catalog().grants.filter(({ table }) => names.has(table));
    expect(grants.filter((grant) => privilegesOf(grant) !== '')).toEqual([]);
  });

  test('a row policy checks the tenant and the environment of the transaction, or is listed as wide', () => {
    const wide = catalog().policies.filter((policy) => !isStandard(policy, catalog()));
    const listed = WIDE_ROW_POLICIES.map(({ role, table, command, condition, privileges }) => ({
      role,
      table,
      command,
      condition,
      privileges,
    }));
    expect(sorted(wide.flatMap((policy) => describePolicy(policy, catalog())))).toEqual(sorted(listed));
  });

  test('service roles own only listed objects, have no role attributes and are members of no other role', () => {
    const roles = catalog().roles.map(({ name, attributes, objects }) => ({ name, attributes, objects }));
    expect(roles.length).toBeGreaterThan(5);
    expect(roles).toEqual(roles.map(({ name }) => ({ name, attributes: [], objects: OWNED_OBJECTS[name] ?? [] })));
  });

  test('PUBLIC has no privileges', () => {
    expect(catalog().publicPrivileges).toEqual([]);
  });

  test('a function with its owner’s privileges is listed, and its search path starts with its own schema', () => {
    expect(catalog().definerFunctions.map(({ name }) => name)).toEqual(Object.keys(DEFINER_FUNCTIONS).sort());
    for (const { name, searchPath } of catalog().definerFunctions)
      expect([name, searchPath]).toEqual([name, expect.stringMatching(new RegExp(`^${schemaOf(name)}, .*pg_temp$`))]);
  });
}

const schemaOf = (name: string): string => name.slice(0, name.indexOf('.'));
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

function isStandard({ table, permissive, using, check }: RowPolicy, { tables }: Catalog): boolean {
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  if (!columns.includes('tenant_id') || permissive !== 'PERMISSIVE') return false;
  const condition = columns.includes('environment') ? IN_TENANT_SCOPE : IN_TENANT;
  return (using ?? check) === condition && (check ?? condition) === condition;
}

/** A row policy in the form of the list, once for each of its roles. */
const describePolicy = ({ table, roles, command, using, check }: RowPolicy, { grants }: Catalog): PolicyRow[] =>
  roles.map((role) => {
    const grant = grants.find((candidate) => candidate.role === role && candidate.table === table);
    const condition = oneLine([using, check].filter((part) => part !== null).join(' WITH CHECK '));
    return { role, table, command, condition, privileges: grant === undefined ? '' : privilegesOf(grant) };
  });

const privilegesOf = ({ columns, deletes }: Grant): string =>
  [
    ...Object.entries(columns).flatMap(([command, names]) => (names === '' ? [] : [`${command} ${names}`])),
    ...(deletes ? ['delete'] : []),
  ].join(', ');

const sorted = (policies: readonly PolicyRow[]): PolicyRow[] =>
  [...policies].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
const keyOf = ({ table, role, command }: PolicyRow): string => `${table} ${role} ${command}`;
