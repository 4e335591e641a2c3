import { AppError } from '@strata/kernel/errors';
import type { VaultIdentity } from '../sealing/key-encryption.ts';
import { openValue } from '../sealing/seal-value.ts';
import type { DataKeyStore, StoredDataKey, StoredValue } from './data-key-store.ts';
import { inBatches } from './in-batches.ts';
import type { KeyRing } from './key-ring.ts';

/** A vault whose data key or value does not open. */
export interface KeyFault extends VaultIdentity {
  readonly fault: 'its data key does not open' | 'the newest version of the last created item does not open';
}

export interface KeyVerdict {
  readonly keyId: string;
  readonly vaults: number;
  /** Vaults whose data key is under another key. */
  readonly others: number;
  /** Data keys that opened under the current key. */
  readonly dataKeys: number;
  /** Values that opened: one of each vault that has items. */
  readonly values: number;
  readonly faults: readonly KeyFault[];
}

const AT_ONCE = 100;

/** Opens the data key of every vault, and with it the newest version of the last created item. Errors: `unavailable`. */
export async function verifyDataKeys(store: DataKeyStore, ring: KeyRing): Promise<KeyVerdict> {
  const keyId = await ring.currentKeyId();
  let [vaults, others, dataKeys, values] = [0, 0, 0, 0];
  const faults: KeyFault[] = [];
  for (let after: StoredDataKey | undefined; ;) {
    const page = await store.page(after, AT_ONCE);
    if (page.length === 0) return { keyId, vaults, others, dataKeys, values, faults };
    const ours = page.filter(({ key }) => key.keyId === keyId);
    const newest = await newestOf(store, ours);
    const outcomes = await inBatches(ours, (stored) => verify(stored, newest.get(stored.vaultId), ring));
    vaults += page.length;
    others += page.length - ours.length;
    for (const outcome of outcomes) {
      dataKeys += Number(outcome.dataKey);
      values += Number(outcome.value);
      if (outcome.fault !== undefined) faults.push(outcome.fault);
    }
    after = page.at(-1);
  }
}

async function newestOf(
  store: DataKeyStore,
  page: readonly StoredDataKey[],
): Promise<ReadonlyMap<string, StoredValue>> {
  const values = new Map<string, StoredValue>();
  for (const tenantId of new Set(page.map((vault) => vault.tenantId))) {
    const vaultIds = page.filter((vault) => vault.tenantId === tenantId).map(({ vaultId }) => vaultId);
    for (const value of await store.newestValues(tenantId, vaultIds)) values.set(value.address.vaultId, value);
  }
  return values;
}

interface Outcome {
  readonly dataKey: boolean;
  readonly value: boolean;
  readonly fault?: KeyFault;
}

async function verify(
  { key, tenantId, vaultId }: StoredDataKey,
  newest: StoredValue | undefined,
  ring: KeyRing,
): Promise<Outcome> {
  const faulty = (fault: KeyFault['fault'], dataKey = false): Outcome => ({
    dataKey,
    value: false,
    fault: { tenantId, vaultId, fault },
  });
  const dataKey = await ring.unwrap(key, { tenantId, vaultId }).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    return undefined;
  });
  if (dataKey === undefined) return faulty('its data key does not open');
  try {
    if (newest !== undefined) openValue(dataKey, newest.value, newest.address).fill(0);
    return { dataKey: true, value: newest !== undefined };
  } catch {
    return faulty('the newest version of the last created item does not open', true);
  } finally {
    dataKey.fill(0);
  }
}
