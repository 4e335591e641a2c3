import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MANIFEST = new URL('package.json', import.meta.url);

/**
 * The exact versions of the packages, by name.
 * @returns {Record<string, string>}
 */
export const peerVersions = () => JSON.parse(readFileSync(MANIFEST, 'utf8')).dependencies;

/**
 * The folder of a manifest's packages in the user's cache: another manifest has another folder.
 * @param {string} manifest content of a package.json
 * @param {Record<string, string | undefined>} env
 */
export function cacheFolder(manifest, env) {
  const cache = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'strata', `bench-peers-${createHash('sha256').update(manifest).digest('hex').slice(0, 16)}`);
}

/**
 * Installs the peers, unless they are in the cache. No install script runs, so no part of a peer is compiled.
 * @returns {Promise<string>} the folder with their `node_modules`
 */
export async function installPeers() {
  const manifest = readFileSync(MANIFEST, 'utf8');
  const folder = cacheFolder(manifest, process.env);
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  const flags = ['--silent', '--no-audit', '--no-fund', '--ignore-scripts'];
  await promisify(execFile)('npm', ['install', ...flags], { cwd: folder });
  writeFileSync(complete, '');
  return folder;
}
