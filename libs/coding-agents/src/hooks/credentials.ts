import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from './places.ts';

export interface Credentials {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** What the first start of a service writes into its clone. An installed package belongs to no clone. */
const LOCAL = import.meta.url.includes('/node_modules/')
  ? undefined
  : fileURLToPath(new URL('../../../../.strata/credentials.json', import.meta.url));

/**
 * How to reach Strata: `STRATA_URL` and `STRATA_API_KEY`, else the profile `default` of `strata login`, else the credentials of the clone
 * that this program belongs to. Undefined if there is no key.
 */
export function readCredentials(env: Environment): Credentials | undefined {
  const { STRATA_URL: url, STRATA_API_KEY: key } = env;
  if (key !== undefined && key !== '') return { baseUrl: url ?? 'http://localhost:8080', apiKey: key };
  const profiles = join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'strata', 'credentials.json');
  const { profiles: { default: profile } = {} } = read<{ profiles?: Record<string, { url: string; apiKey: string }> }>(
    profiles,
  );
  if (profile !== undefined) return { baseUrl: profile.url, apiKey: profile.apiKey };
  const { baseUrl, apiKey } = LOCAL === undefined ? {} : read<Credentials>(LOCAL);
  return baseUrl === undefined || apiKey === undefined ? undefined : { baseUrl, apiKey };
}

/** The fields of a file; none if it cannot be read. */
function read<Fields>(path: string): Partial<Fields> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<Fields>;
  } catch {
    return {};
  }
}
