import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createVaultItem, revealVaultItem } from '@strata/contracts/operations/vaults';
import { systemClock } from '@strata/kernel/clock';
import { createPgLogReader } from '@strata/platform/audit/pg-log-reader';
import { verifyLogs } from '@strata/platform/audit/verify-logs';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createPgDataKeys } from '../src/adapters/pg-data-keys.ts';
import { dropEarlierKeys } from '../src/adapters/drop-earlier-keys.ts';
import { VAULT_LOGS } from '../src/adapters/vault-logs.ts';
import { addVaultKey } from '../src/adapters/vault-key-file.ts';
import type { DataKeyStore } from '../src/key-ring/data-key-store.ts';
import type { KeyRing } from '../src/key-ring/key-ring.ts';
import { rewrapDataKeys } from '../src/key-ring/rewrap-data-keys.ts';
import { verifyDataKeys } from '../src/key-ring/verify-data-keys.ts';
import { FakeKms } from './fake-kms.ts';
import { KeyFile, newVaultKey } from './key-file.ts';
import { countRewraps, makeVaults, openAllValues, valuesOf } from './many-vaults.ts';
import { startVaultFixture, type VaultFixture } from './vault-fixture.ts';

const VAULTS = 250;

describeOnDatabase('The rotation of the vault key', (backend) => {
  let keys: KeyFile;
  let fixture: VaultFixture;
  let store: DataKeyStore;
  let ring: KeyRing;
  beforeAll(async () => {
    keys = await KeyFile.make();
    fixture = await startVaultFixture(backend, {
      VAULT_KEYS: '',
      VAULT_KEY_FILE: keys.file,
      VAULT_REVEALS_PER_MINUTE: '100000',
    });
    store = createPgDataKeys(fixture.database);
  });
  afterAll(async () => {
    await fixture.close();
    await keys.close();
  });
  beforeEach(async () => {
    await fixture.owner.query('truncate vaults, audit_entries cascade');
    await keys.write(newVaultKey());
    ring = await keys.ring();
  });

  const lines: string[] = [];
  const rewrap = (by: KeyRing = ring, progress: (done: number, all: number) => unknown = () => undefined) =>
    rewrapDataKeys({ store, ring: by, clock: systemClock, progress: (done, all) => void progress(done, all) });
  const drop = async () =>
    dropEarlierKeys({
      file: keys.file,
      keyId: await ring.currentKeyId(),
      store,
      settleMs: 0,
      print: (line) => lines.push(line),
    });
  const brokenLogs = async () => {
    const reader = createPgLogReader(fixture.database, VAULT_LOGS);
    return verifyLogs(reader, undefined, (line) => lines.push(line));
  };

  test('wraps every data key under the new key, reports its progress, and changes no secret', async () => {
    const secrets = await makeVaults(fixture.owner, ring, VAULTS);
    const [old] = await keys.ids();
    const fresh = await addVaultKey(keys.file);
    expect(await keys.ids()).toEqual([fresh, old]);

    const progress: [number, number][] = [];
    expect(await rewrap(ring, (done, all) => progress.push([done, all]))).toEqual([]);
    expect(progress).toEqual([0, 100, 200, 250].map((done) => [done, VAULTS]));
    expect(await countRewraps(fixture.owner)).toEqual({ byKey: { [fresh]: VAULTS }, most: 1, entries: VAULTS });
    expect(await brokenLogs()).toEqual({ logs: VAULTS, broken: 0 });

    const counts = { vaults: VAULTS, others: 0, dataKeys: VAULTS, values: VAULTS, faults: [] };
    expect(await verifyDataKeys(store, await keys.onlyFirst())).toEqual({ keyId: fresh, ...counts });
    expect(await openAllValues(fixture.owner, await keys.onlyFirst())).toEqual(valuesOf(secrets));
  });

  test('continues after an interruption', async () => {
    const secrets = await makeVaults(fixture.owner, ring, VAULTS);
    const fresh = await addVaultKey(keys.file);
    const interrupt = (done: number): void => {
      if (done >= 100) throw new Error('power failure');
    };
    await expect(rewrap(ring, interrupt)).rejects.toThrow('power failure');
    expect((await countRewraps(fixture.owner)).byKey).toMatchObject({ [fresh]: 100 });
    expect(await openAllValues(fixture.owner, ring)).toEqual(valuesOf(secrets));

    const progress: number[] = [];
    await rewrap(ring, (done) => progress.push(done));
    expect(progress[0]).toBe(100);
    expect(await countRewraps(fixture.owner)).toEqual({ byKey: { [fresh]: VAULTS }, most: 1, entries: VAULTS });
  });

  test('may run twice at once: each vault is rewrapped by one of them', async () => {
    const secrets = await makeVaults(fixture.owner, ring, VAULTS);
    const fresh = await addVaultKey(keys.file);
    await Promise.all([rewrap(), rewrap(await keys.ring())]);
    expect(await countRewraps(fixture.owner)).toEqual({ byKey: { [fresh]: VAULTS }, most: 1, entries: VAULTS });
    expect(await brokenLogs()).toEqual({ logs: VAULTS, broken: 0 });
    expect(await openAllValues(fixture.owner, await keys.onlyFirst())).toEqual(valuesOf(secrets));
  });

  test('covers a vault that a service creates meanwhile under the old key', async () => {
    await makeVaults(fixture.owner, ring, VAULTS);
    const stale = await keys.onlyFirst();
    const fresh = await addVaultKey(keys.file);
    let isLate = false;
    const behindTheLastPage: DataKeyStore['page'] = async (...parameters) => {
      const page = await store.page(...parameters);
      if (page.length === 0 && !isLate) {
        isLate = true;
        await makeVaults(fixture.owner, stale, 20);
      }
      return page;
    };
    await rewrapDataKeys({
      ring,
      clock: systemClock,
      progress: () => undefined,
      store: { ...store, page: behindTheLastPage },
    });
    expect((await countRewraps(fixture.owner)).byKey).toEqual({ [fresh]: VAULTS + 20 });
  });

  test('does not disturb items that are put or revealed meanwhile', async () => {
    await makeVaults(fixture.owner, ring, VAULTS);
    const user = fixture.newUser();
    const id = await fixture.newVault(user);
    await addVaultKey(keys.file);
    const rotation = { isOver: false };
    const rotating = rewrap().finally(() => (rotation.isOver = true));
    for (let turn = 0; turn < 5 || !rotation.isOver; turn += 1) {
      const body = { name: 'tide-table', type: 'token', value: `high water ${String(turn)}` };
      const item = await fixture.call(user, createVaultItem, { params: { id }, body });
      const revealed = await fixture.call(user, revealVaultItem, { params: { id, itemId: item.id } });
      expect(revealed.value).toBe(body.value);
      await fixture.putItem(user, await fixture.newVault(user, `vault ${String(turn)}`));
    }
    await rotating;
    await rewrap();
    expect(Object.keys((await countRewraps(fixture.owner)).byKey)).toEqual([await ring.currentKeyId()]);
    expect((await brokenLogs()).broken).toBe(0);
  });

  // The embedded database runs one transaction at a time.
  (backend.name === 'postgres' ? test : test.skip)('skips a locked vault, and comes back to it', async () => {
    const [secret] = await makeVaults(fixture.owner, ring, 3);
    await addVaultKey(keys.file);
    const scope = { tenantId: secret?.tenantId ?? '', environment: 'live' as const };
    let rewrapping: Promise<unknown> | undefined;
    await fixture.database.inTenant(scope, async (tx) => {
      await tx.query('select 1 from vaults where id = $1 for no key update', [secret?.vaultId]);
      await new Promise<void>((resolve) => {
        let reports = 0;
        // Two reports in each pass: at its start and after its only page.
        rewrapping = rewrap(ring, () => {
          reports += 1;
          if (reports === 4) resolve();
        });
      });
    });
    await rewrapping;
    expect((await verifyDataKeys(store, ring)).others).toBe(0);
  });

  test('names a vault whose data key does not open and one whose value does not, and changes neither', async () => {
    const [wrapped, value, ...others] = await makeVaults(fixture.owner, ring, 5);
    await fixture.owner
      .query(`update vaults set wrapped_key = set_byte(wrapped_key, 40, 255 - get_byte(wrapped_key, 40))
      where id = '${String(wrapped?.vaultId)}'`);
    await fixture.owner.query(`update vault_item_versions set sealed = set_byte(sealed, 0, 255 - get_byte(sealed, 0))
      where vault_id = '${String(value?.vaultId)}'`);
    const [old] = await keys.ids();
    const fresh = await addVaultKey(keys.file);
    expect(await rewrap()).toEqual([{ tenantId: wrapped?.tenantId, vaultId: wrapped?.vaultId }]);
    expect((await countRewraps(fixture.owner)).byKey).toEqual({ [String(old)]: 1, [fresh]: 4 });
    expect(await verifyDataKeys(store, ring)).toEqual({
      keyId: fresh,
      vaults: 5,
      others: 1,
      dataKeys: 4,
      values: others.length,
      faults: [
        {
          tenantId: value?.tenantId,
          vaultId: value?.vaultId,
          fault: 'the newest version of the last created item does not open',
        },
      ],
    });
  });

  test('drops earlier keys only once no vault needs them', async () => {
    const secrets = await makeVaults(fixture.owner, ring, 3);
    const [old] = await keys.ids();
    const fresh = await addVaultKey(keys.file);
    await expect(drop()).rejects.toThrow(`no key is dropped: 3 vaults need the key ${String(old)}`);
    expect(await keys.ids()).toEqual([fresh, old]);
    await rewrap();
    expect(await drop()).toBe(1);
    expect(await keys.ids()).toEqual([fresh]);
    expect(await openAllValues(fixture.owner, ring)).toEqual(valuesOf(secrets));
  });

  test('restores keys when a vault turns up that needs one', async () => {
    const stale = await keys.onlyFirst();
    const [old] = await keys.ids();
    const fresh = await addVaultKey(keys.file);
    const before = await keys.text();
    let calls = 0;
    const late: DataKeyStore = {
      ...store,
      countByKey: async () => {
        if ((calls += 1) === 2) {
          expect(await readdir(keys.folder)).toEqual(['VAULT_KEY', 'VAULT_KEY.dropped']);
          expect(await readFile(`${keys.file}.dropped`, 'utf8')).toBe(before);
          expect((await stat(`${keys.file}.dropped`)).mode & 0o777).toBe(0o600);
          await makeVaults(fixture.owner, stale, 1);
        }
        return store.countByKey();
      },
    };
    const dropping = dropEarlierKeys({
      file: keys.file,
      keyId: fresh,
      store: late,
      settleMs: 0,
      print: (line) => lines.push(line),
    });
    await expect(dropping).rejects.toThrow(`1 vaults need the key ${String(old)}`);
    expect(await keys.ids()).toEqual([fresh, old]);
    expect(await readdir(keys.folder)).toEqual(['VAULT_KEY']);
  });

  test('moves vaults from a key file to KMS and back', async () => {
    const kms = await FakeKms.start();
    const leave = kms.enterEnvironment();
    try {
      const both = { ...kms.env, VAULT_KEY_FILE: keys.file, VAULT_KMS_KEY_ID: kms.newKey() };
      const secrets = await makeVaults(fixture.owner, ring, 120);
      const there = await keys.ring(both);
      await rewrap(there);
      expect(Object.keys((await countRewraps(fixture.owner)).byKey)).toEqual([`aws-kms:${both.VAULT_KMS_KEY_ID}`]);
      const onlyKms = await keys.ring({ ...kms.env, VAULT_KMS_KEY_ID: both.VAULT_KMS_KEY_ID });
      expect(await openAllValues(fixture.owner, onlyKms)).toEqual(valuesOf(secrets));

      await rewrap(await keys.ring({ ...both, VAULT_KEY_PROVIDER: 'local' }));
      expect(Object.keys((await countRewraps(fixture.owner)).byKey)).toEqual(await keys.ids());
      expect(await openAllValues(fixture.owner, ring)).toEqual(valuesOf(secrets));
    } finally {
      await kms.close();
      leave();
    }
  });
});
