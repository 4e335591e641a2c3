import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStep } from './run-step.mjs';
import { digest, isStamped, stamp } from './stamp.mjs';
import { packageFolders, root } from './workspace.mjs';

/** @returns {string[]} folders of the services whose Prisma client is missing or older than its schema */
export function stalePrismaClients() {
  return packageFolders().filter((folder) => {
    if (!existsSync(schemaOf(folder))) return false;
    return !existsSync(join(folder, 'src', 'generated')) || !isStamped(stampName(folder), clientDigest(folder));
  });
}

/**
 * Generates the Prisma client of each given service into its `src/generated/`.
 * @param {string[]} folders
 */
export async function generatePrismaClients(folders) {
  for (const folder of folders) {
    const value = clientDigest(folder);
    await runStep({
      title: `generating the Prisma client of ${basename(folder)}`,
      command: process.execPath,
      args: [fileURLToPath(import.meta.resolve('prisma/build/index.js')), 'generate', '--schema', schemaOf(folder)],
      env: {
        // Generating does not need the schema engine, but Prisma downloads it unless this names an executable.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
      quiet: true,
    });
    stamp(stampName(folder), value);
  }
}

/** @param {string} folder */
function schemaOf(folder) {
  return join(folder, 'prisma', 'schema.prisma');
}

/** @param {string} folder */
function stampName(folder) {
  return `prisma-${basename(folder)}`;
}

/** @param {string} folder */
function clientDigest(folder) {
  return digest([schemaOf(folder), join(root, 'node_modules', 'prisma', 'package.json')]);
}
