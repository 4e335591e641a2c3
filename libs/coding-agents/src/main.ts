import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CLIENTS, isClient } from './clients.ts';
import { clientFiles } from './connecting/client-files.ts';
import { ConfigError } from './connecting/config-edit.ts';
import { applyPlan, describePlan, planConnection, planDisconnection } from './connecting/connect-client.ts';
import { HOOK_FILE } from './connecting/hook-command.ts';
import { stateFolder } from './hooks/places.ts';

const USAGE = `Usage: connect|disconnect ${CLIENTS.join('|')} [--project] [--dry-run]`;
const programOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Connects the coding agents that are named, or disconnects them. Shows what changes. Returns the exit code. */
async function main(): Promise<number> {
  const options = { project: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } as const;
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  const [action, ...names] = positionals;
  const clients = names.filter(isClient);
  if ((action !== 'connect' && action !== 'disconnect') || clients.length === 0 || clients.length < names.length) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const backups = join(stateFolder(process.env), 'connections');
  const around = {
    ...{ home: homedir(), env: process.env, platform: process.platform },
    ...(values.project === true ? { project: process.cwd() } : {}),
    mcp: [process.execPath, programOf('../../mcp/dist/main.js')] as const,
    hook: [process.execPath, programOf(`../dist/${HOOK_FILE}`)] as const,
  };
  for (const client of clients) {
    const files = clientFiles(client, around);
    const planned = await (action === 'connect' ? planConnection : planDisconnection)(files, backups);
    process.stdout.write(planned.map(describePlan).join('') || `${client}: nothing to change\n`);
    if (values['dry-run'] !== true) await applyPlan(planned, backups);
  }
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
