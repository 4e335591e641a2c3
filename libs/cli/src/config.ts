import { describeSystemError } from '@strata/transcripts/files/system-error';
import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from './cli-error.ts';

/** What a command is run with. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The present folder. */
  readonly folder: string;
}

/** Where the service is, and the API key for it. */
export interface Connection {
  readonly url: string;
  readonly apiKey: string | undefined;
  /** Where the key comes from, for people. */
  readonly keyFrom: string;
}

interface Profile {
  readonly url: string;
  readonly apiKey: string;
}

/** The first account of a service that `npm start` runs here. */
export interface LocalAccount {
  readonly url: string;
  readonly apiKey: string;
  readonly email: string | undefined;
  readonly password: string | undefined;
}

export type Profiles = Readonly<Record<string, Profile>>;

const DEFAULT_URL = 'http://localhost:8080';
/** The names of this machine. */
export const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u;

/** The file of the profiles that `strata login` writes. */
export const profilesFile = ({ env, home }: Surroundings): string =>
  join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'strata', 'credentials.json');

/** The profiles of this user; none if there is no file. Throws if the file is damaged. */
export function readProfiles(surroundings: Surroundings): Profiles {
  const file = profilesFile(surroundings);
  refuseLinks(file);
  const text = readIfThere(file);
  if (text === undefined) return {};
  const { profiles } = parse(file, text) as { profiles?: Profiles };
  return profiles ?? {};
}

/**
 * Finds the service and the key. The first of these counts: `--url` and `--profile`, `STRATA_URL` and `STRATA_API_KEY`, the profile
 * `default`, a service that runs here. A stored key is only used for the service that it was stored for.
 */
export function findConnection(
  options: { readonly url?: string | undefined; readonly profile?: string | undefined },
  surroundings: Surroundings,
): Connection {
  const profiles = readProfiles(surroundings);
  const name = options.profile ?? 'default';
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (options.profile !== undefined && profile === undefined)
    throw new TypeError(`There is no profile ${name}: sign in with "strata login --profile ${name}"`);
  const { STRATA_URL: givenUrl = '', STRATA_API_KEY: givenKey = '' } = surroundings.env;
  const stated = options.url ?? (givenUrl === '' ? undefined : givenUrl);
  if (givenKey !== '' && options.profile === undefined)
    // A key of the environment goes where the environment says, and never to a service that a folder names.
    return { url: checkedUrl(stated ?? profile?.url ?? DEFAULT_URL), apiKey: givenKey, keyFrom: 'STRATA_API_KEY' };
  const url = stated ?? profile?.url;
  if (profile !== undefined && url !== undefined && isSame(profile.url, url))
    return { url, apiKey: profile.apiKey, keyFrom: `the profile ${name}` };
  const local = readLocalAccount(surroundings);
  if (local !== undefined && (url === undefined || isSame(local.url, url)))
    return { url: local.url, apiKey: local.apiKey, keyFrom: 'the service that runs here' };
  return { url: checkedUrl(url ?? DEFAULT_URL), apiKey: undefined, keyFrom: 'nowhere' };
}

function checkedUrl(url: string): string {
  if (!URL.canParse(url)) throw new TypeError('The URL of the service must be an http or https URL');
  return url;
}

/** The file that the first start of a service writes into its folder of data. */
export const localCredentialsFile = ({ env, folder }: Surroundings): string =>
  join(env['DATA_DIR'] ?? join(folder, '.strata'), 'credentials.json');

/** The account of a service of this folder. Only one on this machine counts: a folder from elsewhere must not redirect what is sent. */
export function readLocalAccount(surroundings: Surroundings): LocalAccount | undefined {
  const file = localCredentialsFile(surroundings);
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  const { baseUrl, apiKey, email, password } = parse(file, text) as Record<string, string | undefined>;
  if (baseUrl === undefined || apiKey === undefined || !URL.canParse(baseUrl)) return undefined;
  if (!LOOPBACK.test(new URL(baseUrl).hostname)) return undefined;
  return { url: baseUrl, apiKey, email, password };
}

/** `localhost` and 127.0.0.1 are one host. */
const isSame = (one: string, other: string): boolean => originOf(one) === originOf(other);
const originOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).origin.replace('127.0.0.1', 'localhost') : url;

/** A link could lead keys elsewhere, or give those of somebody else. Throws a `CliError` for one in place of the file or its folder. */
export function refuseLinks(file: string): void {
  for (const path of [dirname(file), file])
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new CliError(`${path} is a link, and keys are not kept behind links: remove it`);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new TypeError(describeSystemError(error, file) ?? `${file} cannot be read`, { cause: error });
  }
}

function parse(file: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Falls through: the parser's message could quote a key.
  }
  throw new TypeError(`${file} is damaged: remove it and sign in again`);
}
