import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { profilesFile, readProfiles, refuseLinks, type Profiles, type Surroundings } from './config.ts';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/** Keeps a key under a profile's name, in a file that only this user can read. Returns the file. Throws for a link in its place. */
export async function keepProfile(
  surroundings: Surroundings,
  name: string,
  profile: Profiles[string],
): Promise<string> {
  return write(surroundings, { ...readProfiles(surroundings), [name]: profile });
}

/** Returns whether there was one. */
export async function removeProfile(surroundings: Surroundings, name: string): Promise<boolean> {
  const profiles = readProfiles(surroundings);
  if (!Object.hasOwn(profiles, name)) return false;
  await write(surroundings, Object.fromEntries(Object.entries(profiles).filter(([key]) => key !== name)));
  return true;
}

/** Replaces the file as a whole, so that nobody reads half of it. */
async function write(surroundings: Surroundings, profiles: Profiles): Promise<string> {
  const file = profilesFile(surroundings);
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  refuseLinks(file);
  await chmod(folder, OWNER_ONLY_FOLDER);
  // Nobody can know the name before, and put something else in its place.
  const draft = `${file}.${randomUUID()}`;
  try {
    const handle = await open(draft, 'wx', OWNER_ONLY);
    await handle.writeFile(`${JSON.stringify({ profiles }, null, 2)}\n`);
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return file;
}
