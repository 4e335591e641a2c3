import type { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { unavailable } from '@strata/kernel/errors';
import type { Closeable } from '@strata/platform/lifecycle/closeable';
import { inClientSpan } from '@strata/platform/tracing/spans';
import { KeyRejected, permanentKeyFailure, unknownKey, type KeyProvider } from '../key-ring/key-ring.ts';
import type { KeySettings } from '../key-ring/key-settings.ts';
import type { VaultIdentity, WrappedKey } from '../sealing/key-encryption.ts';
import { kmsFailureOf } from './kms-failure.ts';

const KIND = 'aws-kms:';
const SETTING = 'VAULT_KMS_KEY_ID';
const KEY_ARN = /^arn:[\w-]+:kms:[\w-]+:\d+:key\/[\w-]+$/;
const ATTEMPTS = 3;
const CONNECT_MS = 1_000;
const ATTEMPT_MS = 1_500;
const WHOLE_MS = 4_000;
const PROBE = { tenantId: 'probe', vaultId: 'probe' };

interface Sdk {
  readonly EncryptCommand: typeof EncryptCommand;
  readonly DecryptCommand: typeof DecryptCommand;
}

/**
 * Keys in AWS KMS, which wraps and unwraps data keys with tenant and vault as the encryption context. Throws an error with a
 * sentence for the operator when KMS rejects a key. Errors: `unavailable` while KMS does not respond.
 * @param isWrapping whether the first key wraps; then it is tried
 */
export async function openAwsKmsKeys(
  { VAULT_KMS_KEY_ID: ids, VAULT_KMS_ENDPOINT: endpoint }: KeySettings,
  isWrapping: boolean,
): Promise<KeyProvider & Closeable> {
  // Loaded only if it is used: it is larger than the service.
  const sdk = await import('@aws-sdk/client-kms');
  const client = new sdk.KMSClient({
    ...(endpoint !== undefined && { endpoint }),
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ATTEMPT_MS, throwOnRequestTimeout: true },
  });
  const keys = new AwsKmsKeys(ids, sdk, client);
  try {
    await keys.check(isWrapping);
  } catch (error) {
    await keys.close();
    throw permanentKeyFailure(error);
  }
  return keys;
}

class AwsKmsKeys implements KeyProvider, Closeable {
  readonly kind = KIND;
  readonly settings = SETTING;
  readonly #ids: readonly string[];
  readonly #sdk: Sdk;
  readonly #client: KMSClient;
  /** The ARNs of the keys that the settings name. Other keys unwrap nothing, even if KMS would permit their use. */
  readonly #arns: Set<string>;

  constructor(ids: readonly string[], sdk: Sdk, client: KMSClient) {
    this.#ids = ids;
    this.#sdk = sdk;
    this.#client = client;
    this.#arns = new Set(ids.filter((id) => KEY_ARN.test(id)));
  }

  async check(isWrapping: boolean): Promise<void> {
    const [first = '', ...others] = this.#ids;
    const unnamed = others.find((id) => !KEY_ARN.test(id));
    if (unnamed !== undefined) throw new Error(`${SETTING}: every key after the first must be an ARN: ${unnamed}`);
    if (isWrapping) await this.#decrypt(await this.#encrypt(Buffer.alloc(32), PROBE), PROBE);
    else if (!KEY_ARN.test(first)) await this.#encrypt(Buffer.alloc(32), PROBE);
  }

  async currentKeyId(): Promise<string> {
    return (await this.wrap(Buffer.alloc(32), PROBE)).keyId;
  }

  async knows(keyId: string): Promise<boolean> {
    const arn = keyId.slice(KIND.length);
    // The alias may name another key now.
    if (!this.#arns.has(arn) && this.#ids.some((id) => !KEY_ARN.test(id))) await this.currentKeyId();
    return this.#arns.has(arn);
  }

  async wrap(dataKey: Buffer, vault: VaultIdentity) {
    const { arn, wrapped } = await this.#encrypt(dataKey, vault);
    return { keyId: `${KIND}${arn}`, wrapped };
  }

  async unwrap({ keyId, wrapped }: WrappedKey, vault: VaultIdentity) {
    if (!(await this.knows(keyId))) throw unknownKey(keyId, SETTING);
    return this.#decrypt({ arn: keyId.slice(KIND.length), wrapped }, vault);
  }

  close(): Promise<void> {
    this.#client.destroy();
    return Promise.resolve();
  }

  async #encrypt(dataKey: Buffer, vault: VaultIdentity): Promise<{ arn: string; wrapped: Buffer }> {
    const [id = ''] = this.#ids;
    const command = new this.#sdk.EncryptCommand({
      KeyId: id,
      Plaintext: dataKey,
      EncryptionContext: contextOf(vault),
    });
    const { KeyId: arn, CiphertextBlob: wrapped } = await inKmsSpan('Encrypt', () =>
      this.#client.send(command, withTimeout()).catch(rethrow(id)),
    );
    if (arn === undefined || wrapped === undefined) throw new Error('AWS KMS responded without a ciphertext');
    this.#arns.add(arn);
    return { arn, wrapped: Buffer.from(wrapped) };
  }

  async #decrypt({ arn, wrapped }: { arn: string; wrapped: Buffer }, vault: VaultIdentity): Promise<Buffer> {
    const command = new this.#sdk.DecryptCommand({
      KeyId: arn,
      CiphertextBlob: wrapped,
      EncryptionContext: contextOf(vault),
    });
    const { Plaintext: dataKey } = await inKmsSpan('Decrypt', () =>
      this.#client.send(command, withTimeout()).catch(rethrow(arn)),
    );
    if (dataKey === undefined) throw new Error('AWS KMS responded without a plaintext');
    const copy = Buffer.from(dataKey);
    dataKey.fill(0);
    return copy;
  }
}

/** By OpenTelemetry's conventions for the SDKs of AWS. */
const inKmsSpan = <T>(operation: string, work: () => Promise<T>): Promise<T> =>
  inClientSpan(`KMS.${operation}`, { 'rpc.system.name': 'aws-api', 'rpc.method': `KMS/${operation}` }, work);

const withTimeout = () => ({ abortSignal: AbortSignal.timeout(WHOLE_MS) });

const rethrow =
  (key: string) =>
  (error: unknown): never => {
    const { failure, name } = kmsFailureOf(error);
    if (failure === 'unavailable') throw unavailable('AWS KMS', error);
    if (failure === 'damaged') throw new Error(`A data key does not open: ${name}`, { cause: error });
    throw new KeyRejected(`AWS KMS rejects the use of the key ${key} of ${SETTING}: ${name}`, error);
  };

const contextOf = ({ tenantId, vaultId }: VaultIdentity) => ({ tenant: tenantId, vault: vaultId });
