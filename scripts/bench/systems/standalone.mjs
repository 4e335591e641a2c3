import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../setup/workspace.mjs';
import { freePorts } from './free-ports.mjs';
import { startService } from './service-process.mjs';

/**
 * Starts the standalone service with an empty data folder. Limits run on its embedded database, over the same socket.
 * @param {{folder: string, firstPort: number, env?: Record<string, string>}} options
 */
export async function startStandalone({ folder, firstPort, env = {} }) {
  const port = await freePorts(1, firstPort);
  const dataDir = join(folder, 'standalone');
  const service = await startService({
    script: join(root, 'scripts', 'start.mjs'),
    // The benchmark measures the jobs that it requests.
    env: {
      LEARN_AUTO: 'off',
      ...env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEFAULT_PLAN: 'enterprise',
      REDIS_URL: '',
    },
    logFile: join(folder, 'standalone.log'),
    port,
  });
  const { socketDir } = JSON.parse(readFileSync(join(dataDir, 'database', 'strata.lock'), 'utf8'));
  return {
    name: 'standalone',
    base: `http://127.0.0.1:${port}`,
    connectionString: `socket:${socketDir}?db=postgres&user=postgres`,
    processes: () => [{ name: 'standalone', pid: service.pid }],
    startMs: service.startMs,
    stop: service.stop,
  };
}
