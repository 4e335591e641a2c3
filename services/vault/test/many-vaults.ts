import { newId } from '@strata/kernel/ids';
import type { DatabaseSession } from '@strata/testkit/database-session';
import { randomBytes } from 'node:crypto';
import type { KeyEncryption } from '../src/sealing/key-encryption.ts';
import { openValue, sealValue } from '../src/sealing/seal-value.ts';

/** A secret and its address. */
export interface TestSecret {
  readonly tenantId: string;
  readonly vaultId: string;
  readonly itemId: string;
  readonly value: string;
}

const INSERT = `
  with given as (
    select * from jsonb_to_recordset($1) given ("tenantId" text, "vaultId" text, "itemId" text, "keyId" text,
                                                wrapped text, salt text, sealed text)
  ), vault as (
    insert into vault.vaults (id, tenant_id, name, name_key, created_by, item_count, key_id, wrapped_key, created_at, updated_at)
    select "vaultId", "tenantId", "vaultId", "vaultId", 'usr_1', 1, "keyId", decode(wrapped, 'hex'), now(), now() from given
    order by "vaultId"
  ), item as (
    insert into vault.vault_items (id, tenant_id, vault_id, name, type, version, metadata, created_at, updated_at)
    select "itemId", "tenantId", "vaultId", 'tide-table', 'token', 1, '{}', now(), now() from given
  )
  insert into vault.vault_item_versions (tenant_id, vault_id, item_id, version, type, salt, sealed, created_at)
  select "tenantId", "vaultId", "itemId", 1, 'token', decode(salt, 'hex'), decode(sealed, 'hex'), now() from given`;

/** Inserts vaults with one secret each, like the service but faster. */
export async function makeVaults(
  owner: DatabaseSession,
  keys: Pick<KeyEncryption, 'wrap'>,
  count: number,
  tenants = Math.ceil(count / 100),
): Promise<TestSecret[]> {
  const tenantIds = Array.from({ length: tenants }, () => newId('ten'));
  const secrets = Array.from({ length: count }, (_, index) => ({
    tenantId: tenantIds[index % tenants] ?? '',
    vaultId: newId('vlt'),
    itemId: newId('itm'),
    value: `secret-${randomBytes(12).toString('hex')}`,
  }));
  const rows = await Promise.all(
    secrets.map(async ({ value, ...address }) => {
      const dataKey = randomBytes(32);
      const { keyId, wrapped } = await keys.wrap(dataKey, address);
      const { salt, sealed } = sealValue(dataKey, Buffer.from(value), { ...address, version: 1 });
      return { ...address, keyId, wrapped: hex(wrapped), salt: hex(salt), sealed: hex(sealed) };
    }),
  );
  await owner.query(INSERT, [JSON.stringify(rows)]);
  return secrets;
}

const hex = (bytes: Buffer): string => bytes.toString('hex');

interface Row extends Omit<TestSecret, 'value'> {
  readonly version: number;
  readonly keyId: string;
  readonly wrapped: Buffer;
  readonly salt: Buffer;
  readonly sealed: Buffer;
}

const SELECT = `
  select version.tenant_id as "tenantId", version.vault_id as "vaultId", version.item_id as "itemId", version.version,
         key_id as "keyId", wrapped_key as wrapped, salt, sealed
  from vault.vaults vault join vault.vault_item_versions version
    on version.tenant_id = vault.tenant_id and version.vault_id = vault.id`;

/** Decrypts the whole database: the value of each vault, or the reason why it does not open. */
export async function openAllValues(
  owner: DatabaseSession,
  keys: Pick<KeyEncryption, 'unwrap'>,
): Promise<ReadonlyMap<string, string>> {
  const opened = new Map<string, string>();
  for (const { keyId, wrapped, salt, sealed, ...address } of await owner.query<Row>(SELECT)) {
    const value = await keys
      .unwrap({ keyId, wrapped }, address)
      .then((dataKey) => openValue(dataKey, { salt, sealed }, address).toString())
      .catch((error: unknown) => (error instanceof Error ? `nothing: ${error.message}` : 'nothing'));
    opened.set(address.vaultId, value);
  }
  return opened;
}

/** The expected result of `openAllValues`. */
export const valuesOf = (secrets: readonly TestSecret[]): ReadonlyMap<string, string> =>
  new Map(secrets.map(({ vaultId, value }) => [vaultId, value]));

export interface RewrapCount {
  /** Vaults by the id of the key that wraps their data key. */
  readonly byKey: Readonly<Record<string, number>>;
  /** The highest number of rewrap entries in the log of a vault. */
  readonly most: number;
  readonly entries: number;
}

/** The progress of a rotation. */
export async function countRewraps(owner: DatabaseSession): Promise<RewrapCount> {
  const keys = await owner.query<{ keyId: string; count: number }>(
    'select key_id as "keyId", count(*)::integer as count from vault.vaults group by key_id',
  );
  const [tally] = await owner.query<{ most: number; entries: number }>(
    `select coalesce(max(count), 0)::integer as most, coalesce(sum(count), 0)::integer as entries from (
       select count(*) from vault.audit_entries where action = 'vault.rewrap' and actor_id = 'system' group by vault_id
     ) by_vault`,
  );
  return {
    byKey: Object.fromEntries(keys.map(({ keyId, count }) => [keyId, count])),
    most: tally?.most ?? 0,
    entries: tally?.entries ?? 0,
  };
}
