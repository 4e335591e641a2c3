import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandalone } from '../bench/systems/standalone.mjs';
import { createClient } from '../demo/client.mjs';

/**
 * Works with the service at `base`, or with one of its own in a temporary folder, which is stopped and removed at the end. Only
 * the latter can `restart`.
 * @param {{base?: string, key?: string, port: number}} options
 * @param {(text: string) => void} report
 * @param {(service: {client: ReturnType<typeof createClient>, restart?: () => Promise<void>}) => Promise<void>} work
 */
export async function withService({ base, key, port }, report, work) {
  if (base !== undefined) return work({ client: createClient({ base, key }) });
  const folder = mkdtempSync(join(tmpdir(), 'strata-evaluate-'));
  let running;
  const service = {
    async restart() {
      await running?.stop();
      report('starting the service');
      // Sessions are learned when a measure says so, not while it still captures.
      running = await startStandalone({ folder, firstPort: port, env: { LEARN_AUTO: 'off' } });
      const { apiKey } = JSON.parse(readFileSync(join(folder, 'standalone', 'credentials.json'), 'utf8'));
      service.client = createClient({ base: running.base, key: apiKey });
    },
  };
  const clean = async () => {
    await running?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const interrupted = () => void clean().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupted);
  try {
    await service.restart();
    await work(service);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupted);
    await clean();
  }
}
