import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
/** The HKDF label. Another construction needs another label. */
const LABEL = 'strata vault seal 1';
const KEY_BYTES = 32;
const SALT_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** An encrypted plaintext, as it is stored. Only its key and its binding open it. */
export interface Sealed {
  /** 32 random bytes, used once. */
  readonly salt: Buffer;
  /** The ciphertext, followed by its authentication tag of 16 bytes. */
  readonly sealed: Buffer;
}

/**
 * Encrypts a plaintext with AES-256-GCM. Key and nonce of the cipher are derived from the given key and a fresh salt, for
 * this one encryption: they would repeat only if the 256 random bits of the salt repeated.
 * @param key 32 bytes
 * @param binding the associated data; only the same list opens the result
 */
export function seal(key: Buffer, plaintext: Buffer, binding: readonly string[]): Sealed {
  const salt = randomBytes(SALT_BYTES);
  return derived(key, salt, (cipherKey, nonce) => {
    const cipher = createCipheriv(CIPHER, cipherKey, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(encoded(binding));
    const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    return { salt, sealed: Buffer.concat([ciphertext, cipher.getAuthTag()]) };
  });
}

/** Decrypts. Throws when the ciphertext was changed, or its key or its binding is another one. */
export function open(key: Buffer, { salt, sealed }: Sealed, binding: readonly string[]): Buffer {
  if (salt.length !== SALT_BYTES || sealed.length < TAG_BYTES) throw doesNotOpen();
  return derived(key, salt, (cipherKey, nonce) => {
    const decipher = createDecipheriv(CIPHER, cipherKey, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(encoded(binding));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const plaintext = decipher.update(sealed.subarray(0, -TAG_BYTES));
    try {
      return Buffer.concat([plaintext, decipher.final()]);
    } catch {
      throw doesNotOpen();
    } finally {
      plaintext.fill(0);
    }
  });
}

const doesNotOpen = (): Error => new Error('A sealed value does not open: it was changed, or does not belong here');

function derived<T>(key: Buffer, salt: Buffer, use: (cipherKey: Buffer, nonce: Buffer) => T): T {
  if (key.length !== KEY_BYTES) throw new Error(`A key must have ${String(KEY_BYTES)} bytes`);
  const material = Buffer.from(hkdfSync('sha256', key, salt, LABEL, KEY_BYTES + NONCE_BYTES));
  try {
    return use(material.subarray(0, KEY_BYTES), material.subarray(KEY_BYTES));
  } finally {
    material.fill(0);
  }
}

/** Puts the length before each part, so that no two lists have the same encoding. */
function encoded(binding: readonly string[]): Buffer {
  return Buffer.concat(
    binding.flatMap((part) => {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}
