import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './run-step.mjs';
import { digest, isStamped, stamp } from './stamp.mjs';
import { packageFolders, root } from './workspace.mjs';

/** @returns {boolean} whether the installed dependencies match the lock file */
export function isInstalled() {
  return existsSync(join(root, 'node_modules', '.modules.yaml')) && isStamped('install', installDigest());
}

/** Installs the locked dependencies with the pnpm version that package.json names. */
export async function install() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const value = installDigest();
  await runStep({
    title: `installing dependencies with ${packageManager}`,
    note: 'the first time takes a minute or two',
    command: 'npx',
    args: [
      '--yes',
      packageManager,
      'install',
      '--frozen-lockfile',
      // The build tools are development dependencies: install them even if NODE_ENV is production.
      '--prod=false',
      '--config.confirm-modules-purge=false',
      '--reporter=append-only',
    ],
  });
  stamp('install', value);
}

function installDigest() {
  const manifests = packageFolders().map((folder) => join(folder, 'package.json'));
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) => join(root, name));
  // Native modules differ by platform and by the version of Node's binary interface.
  return digest([...files, ...manifests], process.platform, process.arch, process.versions.modules);
}
