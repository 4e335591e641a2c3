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

Wraps the data key of every vault under the current key, then verifies that every data key opens under the current key
and that one value of each vault opens. It can be interrupted and started again, and it runs while the services run; only
an embedded database must be stopped first.

  --new-key       first adds a new key to the key file; earlier keys follow it
  --drop-earlier  at the end removes the keys that no vault needs any more from the key file
  --verify        only verifies

The keys are those of the service: VAULT_KEY_FILE, VAULT_KEYS or VAULT_KMS_KEY_ID, or else the file that "npm start" and
"npm run cluster" keep in DATA_DIR. The database is the one at DATABASE_URL, or else the one in DATA_DIR (.strata).
Exits with 1 if something does not open.`;

const OPTIONS = {
  'new-key': { type: 'boolean', default: false },
  'drop-earlier': { type: 'boolean', default: false },
  verify: { type: 'boolean', default: false },
  help: { type: 'boolean' },
} as const;

type ProcessEnvironment = Readonly<Record<string, string | undefined>>;
type Print = (line: string) => void;

/** Twice the statement timeout of a service. */
const SETTLE_MS = 60_000;
const MOST_LINES = 100;

const number = (count: number): string => count.toLocaleString('en');

/**
 * `npm run rotate-vault-key`: brings every vault under the current key.
 * Returns whether everything opens. Throws an error with a message for the operator.
 * @param print receives each line for the operator
 * @param settleMs how long the key file must have been unchanged before keys are dropped from it
 */
export async function rotateVaultKey(
  argv: readonly string[],
  env: ProcessEnvironment,
  print: Print,
  settleMs = SETTLE_MS,
): Promise<boolean> {
  const { values: options } = parseArgs({ args: [...argv], options: OPTIONS });
  if (options.help === true) {
    print(USAGE);
    return true;
  }
  if (options.verify && (options['new-key'] || options['drop-earlier'])) throw new Error('--verify changes nothing');
  const settings = settingsOf(env);
  const file = options['new-key'] || options['drop-earlier'] ? keyFileOf(settings) : undefined;
  return withOperatorDatabase('rotate-vault-key', VAULT_SCHEMA, env, ({ database, isShared, stack, logger }) =>
    rotate(options, {
      file,
      print,
      settleMs: isShared ? settleMs : 0,
      store: createPgDataKeys(database),
      ring: openRing(settings, logger, stack, { mayChange: !options.verify, print }),
    }).catch((error: unknown) => {
      throw permanentKeyFailure(error);
    }),
  );
}

/** Opens the keys, after undoing an interrupted drop. */
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
  /** The key file, if it is to be changed. */
  readonly file: string | undefined;
  readonly print: Print;
  readonly settleMs: number;
  readonly store: DataKeyStore;
  readonly ring: Promise<KeyRing>;
}

async function rotate(
  options: { readonly 'new-key': boolean; readonly 'drop-earlier': boolean; readonly verify: boolean },
  { file, print, settleMs, store, ring: opening }: Rotation,
): Promise<boolean> {
  const ring = await opening;
  await requireKnownKeys(store, ring);
  if (options['new-key'] && file !== undefined) print(`A new key is first in ${file}: ${await addVaultKey(file)}`);
  const verdict = options.verify ? await verifyDataKeys(store, ring) : await rewrapAndVerify(store, ring, print);
  const isWhole = printVerdict(verdict, print);
  if (!options['drop-earlier'] || file === undefined) return isWhole;
  if (!isWhole) throw new Error('no key is dropped, because the verification failed');
  const dropped = await dropEarlierKeys({ file, store, settleMs, print, keyId: verdict.keyId });
  print(`${dropped === 1 ? '1 earlier key is' : `${number(dropped)} earlier keys are`} dropped from ${file}`);
  return true;
}

/** Repeats if a service has stored a vault meanwhile under the key that was current when it began. */
async function rewrapAndVerify(store: DataKeyStore, ring: KeyRing, print: Print): Promise<KeyVerdict> {
  let printed = '';
  const progress = (done: number, all: number): void => {
    const line = `${number(done)} of ${number(all)} vaults`;
    if (line !== printed) print(line);
    printed = line;
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

/** Prints the outcome. Returns whether everything opens under the current key. */
function printVerdict({ keyId, vaults, others, dataKeys, values, faults }: KeyVerdict, print: Print): boolean {
  for (const { tenantId, vaultId, fault } of faults.slice(0, MOST_LINES)) print(`${tenantId} ${vaultId}: ${fault}`);
  if (others > 0) print(`${number(others)} of ${number(vaults)} vaults are under another key`);
  const isWhole = faults.length === 0 && others === 0;
  print(
    `${isWhole ? 'Verified' : `NOT WHOLE, ${number(faults.length)} vaults do not open`}: ` +
      `${number(dataKeys)} data keys open under ${keyId}, and ${number(values)} values, one of each vault with items`,
  );
  return isWhole;
}

const dataDirSettings = z.object({ DATA_DIR: z.string().min(1).default('.strata') });

/** The settings of the service. By default, those of `npm start` and `npm run cluster`: a key file in the data folder. */
function settingsOf(env: ProcessEnvironment): KeySettings {
  const { VAULT_KEY_FILE, VAULT_KEYS, VAULT_KMS_KEY_ID } = env;
  const kept = join(loadConfig(dataDirSettings, env).DATA_DIR, 'secrets', 'VAULT_KEY');
  const isGiven = Boolean(VAULT_KEY_FILE) || Boolean(VAULT_KEYS) || (Boolean(VAULT_KMS_KEY_ID) && !existsSync(kept));
  return loadConfig(requireKeys(keySettings), isGiven ? env : { ...env, VAULT_KEY_FILE: kept });
}

/** Throws when the keys are not in a file. */
function keyFileOf(settings: KeySettings): string {
  if (providerOf(settings) !== 'local')
    throw new Error('the key is in AWS KMS; put another one first in VAULT_KMS_KEY_ID, then run this without options');
  if (settings.VAULT_KEY_FILE !== undefined) return settings.VAULT_KEY_FILE;
  throw new Error('the keys are in VAULT_KEYS, not in a file; docs/vault.md says how they are rotated there');
}
