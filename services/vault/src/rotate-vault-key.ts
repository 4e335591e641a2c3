import { systemClock } from '@strata/kernel/clock';
import { loadConfig } from '@strata/platform/config/load-config';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import { withOperatorDatabase } from '@strata/platform/service/with-operator-database';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { dropEarlierKeys, undoInterruptedDrop } from './adapters/drop-earlier-keys.ts';
import { openProviders } from './adapters/open-key-ring.ts';
import { createPgDataKeys } from './adapters/pg-data-keys.ts';
import { addVaultKey } from './adapters/vault-key-file.ts';
import { VAULT_SCHEMA } from './adapters/vault-schema.ts';
import type { DataKeyStore } from './key-ring/data-key-store.ts';
import { permanentKeyFailure, type KeyRing } from './key-ring/key-ring.ts';
import { keySettings, providerOf, requireKeys, type KeySettings } from './key-ring/key-settings.ts';
import { requireKnownKeys } from './key-ring/require-known-keys.ts';
import { rewrapDataKeys } from './key-ring/rewrap-data-keys.ts';
import { verifyDataKeys, type KeyVerdict } from './key-ring/verify-data-keys.ts';

const USAGE = `Usage: npm run rotate-vault-key -- [--new-key] [--drop-earlier] | --verify

Wraps the data key of every vault under the current key where it is under another one, then verifies: that none is left,
that every data key opens under the current key alone, and that one value of each vault opens with it. It may be
interrupted and started again, and runs beside the services, whose vaults stay open meanwhile; the embedded database
alone must be stopped.

  --new-key       first puts a fresh key into the file of keys; the others stay behind it
  --drop-earlier  at the end removes from the file the keys that no vault needs any more
  --verify        only verifies

The keys are those that the service has: VAULT_KEY_FILE, VAULT_KEYS or VAULT_KMS_KEY_ID, or else the file that "npm start"
and "npm run cluster" keep in DATA_DIR. The database is the one at DATABASE_URL, or else the one in DATA_DIR (.strata).
Exits with 1 when something does not open.`;

const OPTIONS = {
  'new-key': { type: 'boolean', default: false },
  'drop-earlier': { type: 'boolean', default: false },
  verify: { type: 'boolean', default: false },
  help: { type: 'boolean' },
} as const;

type Environment = Readonly<Record<string, string | undefined>>;
type Print = (line: string) => void;

/** As long as any statement of a service may take, and as much again. */
const SETTLE_MS = 60_000;
const MOST_LINES = 100;

const number = (count: number): string => count.toLocaleString('en');

/**
 * `npm run rotate-vault-key`: brings every vault under the current key.
 * @param print takes each line for the operator
 * @param settleMs how long a file of keys must have stood before keys are taken out of it
 * @returns whether everything opens.
 * @throws Error with a message for the operator.
 */
export async function rotateVaultKey(
  argv: readonly string[],
  env: Environment,
  print: Print,
  settleMs = SETTLE_MS,
): Promise<boolean> {
  const { values: asked } = parseArgs({ args: [...argv], options: OPTIONS });
  if (asked.help === true) {
    print(USAGE);
    return true;
  }
  if (asked.verify && (asked['new-key'] || asked['drop-earlier'])) throw new Error('--verify changes nothing');
  const settings = settingsOf(env);
  const file = asked['new-key'] || asked['drop-earlier'] ? keyFileOf(settings) : undefined;
  return withOperatorDatabase('rotate-vault-key', VAULT_SCHEMA, env, ({ database, isShared, stack, logger }) =>
    carryOut(asked, {
      file,
      print,
      settleMs: isShared ? settleMs : 0,
      store: createPgDataKeys(database),
      ring: openRing(settings, logger, stack, { mayChange: !asked.verify, print }),
    }).catch((error: unknown) => {
      throw permanentKeyFailure(error);
    }),
  );
}

/** The keys, once those are back in their file that a run took out of it and was killed too early. */
async function openRing(
  settings: KeySettings,
  logger: Logger,
  stack: CloseStack,
  { mayChange, print }: { readonly mayChange: boolean; readonly print: Print },
): Promise<KeyRing> {
  const { VAULT_KEY_FILE: file } = settings;
  if (file !== undefined) await undoInterruptedDrop(file, mayChange, print);
  return openProviders(settings, logger, stack);
}

interface Rotation {
  /** The file of keys, where it is to be changed. */
  readonly file: string | undefined;
  readonly print: Print;
  readonly settleMs: number;
  readonly store: DataKeyStore;
  readonly ring: Promise<KeyRing>;
}

async function carryOut(
  asked: { readonly 'new-key': boolean; readonly 'drop-earlier': boolean; readonly verify: boolean },
  { file, print, settleMs, store, ring: opening }: Rotation,
): Promise<boolean> {
  const ring = await opening;
  await requireKnownKeys(store, ring);
  if (asked['new-key'] && file !== undefined) print(`A new key is first in ${file}: ${await addVaultKey(file)}`);
  const verdict = asked.verify ? await verifyDataKeys(store, ring) : await rewrapAndVerify(store, ring, print);
  const isWhole = tell(verdict, print);
  if (!asked['drop-earlier'] || file === undefined) return isWhole;
  if (!isWhole) throw new Error('no key is dropped, since not everything is as it should be');
  const dropped = await dropEarlierKeys({ file, store, settleMs, print, keyId: verdict.keyId });
  print(`${dropped === 1 ? '1 earlier key is' : `${number(dropped)} earlier keys are`} dropped from ${file}`);
  return true;
}

/** A service may have stored a vault in between, with the key that was the current one when it began. */
async function rewrapAndVerify(store: DataKeyStore, ring: KeyRing, print: Print): Promise<KeyVerdict> {
  let told = '';
  const progress = (done: number, all: number): void => {
    const line = `${number(done)} of ${number(all)} vaults`;
    if (line !== told) print(line);
    told = line;
  };
  for (;;) {
    const damaged = await rewrapDataKeys({ store, ring, clock: systemClock, progress });
    const verdict = await verifyDataKeys(store, ring);
    const faults = [
      ...damaged.map((vault) => ({ ...vault, fault: 'its data key does not open' }) as const),
      ...verdict.faults,
    ];
    if (verdict.others <= damaged.length) return { ...verdict, faults };
  }
}

/** @returns whether everything is as it should be. */
function tell({ keyId, vaults, others, dataKeys, values, faults }: KeyVerdict, print: Print): boolean {
  for (const { tenantId, vaultId, fault } of faults.slice(0, MOST_LINES)) print(`${tenantId} ${vaultId}: ${fault}`);
  if (others > 0) print(`${number(others)} of ${number(vaults)} vaults are under another key`);
  const isWhole = faults.length === 0 && others === 0;
  print(
    `${isWhole ? 'Verified' : `NOT WHOLE, ${number(faults.length)} vaults do not open`}: ` +
      `${number(dataKeys)} data keys open under ${keyId} alone, and ${number(values)} values, one of each vault that has any`,
  );
  return isWhole;
}

const dataDirSettings = z.object({ DATA_DIR: z.string().min(1).default('.strata') });

/** Those of the service, which `npm start` and `npm run cluster` give the file that they keep. */
function settingsOf(env: Environment): KeySettings {
  const { VAULT_KEY_FILE, VAULT_KEYS, VAULT_KMS_KEY_ID } = env;
  const kept = join(loadConfig(dataDirSettings, env).DATA_DIR, 'secrets', 'VAULT_KEY');
  const isGiven = Boolean(VAULT_KEY_FILE) || Boolean(VAULT_KEYS) || (Boolean(VAULT_KMS_KEY_ID) && !existsSync(kept));
  return loadConfig(requireKeys(keySettings), isGiven ? env : { ...env, VAULT_KEY_FILE: kept });
}

/** @throws Error when keys come from elsewhere. */
function keyFileOf(settings: KeySettings): string {
  if (providerOf(settings) !== 'local')
    throw new Error('the key is in AWS KMS; name another one first in VAULT_KMS_KEY_ID, then run this without options');
  if (settings.VAULT_KEY_FILE !== undefined) return settings.VAULT_KEY_FILE;
  throw new Error('the keys are in VAULT_KEYS, not in a file; docs/vault.md says how they are rotated there');
}
