import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { profilesFile, readProfiles, type Profiles, type Surroundings } from './config.ts';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/** Keeps a key under a profile's name, in a file that only this user can read. Returns the file. */
export async function keepProfile(
  surroundings: Surroundings,
  name: string,
  profile: Profiles[string],
): Promise<string> {
  return write(surroundings, { ...readProfiles(surroundings), [name]: profile });
}

/** Returns whether there was one. */
export async function removeProfile(surroundings: Surroundings, name: string): Promise<boolean> {
  const { [name]: removed, ...rest } = readProfiles(surroundings);
  if (removed === undefined) return false;
  await write(surroundings, rest);
  return true;
}

/** Replaces the file as a whole, so that nobody reads half of it. */
async function write(surroundings: Surroundings, profiles: Profiles): Promise<string> {
  const file = profilesFile(surroundings);
  await mkdir(dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER });
  await writeFile(`${file}.new`, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: OWNER_ONLY });
  await chmod(`${file}.new`, OWNER_ONLY);
  await rename(`${file}.new`, file);
  return file;
}
