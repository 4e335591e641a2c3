import { sign } from 'node:crypto';

/** A token with the claims of another one, for another time, signed with the given private key (PEM). */
export function signedLike(
  token: string,
  privateKey: string,
  { expiresInSeconds }: { readonly expiresInSeconds: number },
): string {
  const [header = '', payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now - 3_600, nbf: now - 3_600, exp: now + expiresInSeconds };
  const signed = `${header}.${Buffer.from(JSON.stringify({ ...claims, ...times })).toString('base64url')}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}
