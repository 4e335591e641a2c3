import jwksRsa from 'jwks-rsa';
import { tracedFetch } from '@strata/platform/tracing/traced-fetch';
import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { boundedText } from './bounded-text.ts';
import { verificationKey, type VerificationKey } from './verification-key.ts';

/** The keys of an issuer by id. */
export type KeysById = ReadonlyMap<string, VerificationKey>;

const TIMEOUT_MS = 3_000;
const MAX_BYTES = 256 * 1024;
const MAX_KEYS = 100;

const documentSchema = z.object({ keys: z.array(z.unknown()).max(MAX_KEYS) });
/** A key with an id. If it states a purpose, that is signatures. */
const jwkSchema = z.looseObject({
  kty: z.enum(['RSA', 'EC']),
  kid: z.string().min(1).max(256),
  use: z.literal('sig').optional(),
  key_ops: z
    .array(z.string())
    .refine((operations) => operations.includes('verify'))
    .optional(),
});

/**
 * Fetches an issuer's keys (RFC 7517) and returns those that can sign tokens. `timeoutMs` bounds the whole response (default
 * 3,000). Rejects if the response is late, redirected or larger than 256 KiB, or contains no such key.
 */
export function createFetchIssuerKeys(jwksUri: string, timeoutMs = TIMEOUT_MS): () => Promise<KeysById> {
  // Without the library's cache and limit: they go by the key ids in tokens, so made-up ids would block new keys.
  const fetcher = (uri: string) => fetchDocument(uri, timeoutMs);
  const client = jwksRsa({ jwksUri, cache: false, rateLimit: false, fetcher });
  return async function fetchIssuerKeys() {
    const keys = new Map<string, VerificationKey>();
    for (const published of await client.getSigningKeys()) {
      // `alg` can be undefined, although its type excludes it.
      const key = verificationKey(createPublicKey(published.getPublicKey()), published.alg);
      if (key !== undefined && !keys.has(published.kid)) keys.set(published.kid, key);
    }
    if (keys.size === 0) throw new Error('The issuer publishes no key that can sign tokens');
    return keys;
  };
}

async function fetchDocument(uri: string, timeoutMs: number): Promise<{ keys: z.output<typeof jwkSchema>[] }> {
  const response = await tracedFetch(uri, {
    // Only the configured address is requested, even if an attacker controls the issuer.
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`The issuer responded with status ${response.status}`);
  }
  const document = documentSchema.safeParse(JSON.parse(await boundedText(response, MAX_BYTES)));
  if (!document.success) throw new Error('The issuer responded with something other than a list of keys');
  return { keys: document.data.keys.flatMap((key) => jwkSchema.safeParse(key).data ?? []) };
}
