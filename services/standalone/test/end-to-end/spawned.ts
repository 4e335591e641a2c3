import { eventually } from '@strata/testkit/eventually';
import { startTestEmbedded } from '@strata/testkit/test-databases';
import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from './api-client.ts';

const START_WITHIN_MS = 90_000;

/** Secrets as a deployment would generate them once. */
export const deploymentSecrets = (): Record<string, string> => ({
  API_KEY_PEPPER: randomBytes(32).toString('base64url'),
  JWT_PRIVATE_KEY: generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey,
  SECRET_FINGERPRINT_KEY: randomBytes(32).toString('base64url'),
  VAULT_KEYS: randomBytes(32).toString('base64'),
});

/** A directory of data whose database has had its first start, which takes longer than all later ones. */
export async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'strata-spawned-'));
  const data = { dataDir: join(dataDir, 'database') };
  await (await startTestEmbedded({ data })).close();
  return dataDir;
}

/** A Strata in processes of its own, which a test may kill. */
export class SpawnedSystem {
  readonly api: ApiClient;
  readonly process: ChildProcess;
  readonly base: string;
  /** What its processes have written so far, to their output and as errors. */
  readonly output: readonly string[];

  private constructor(base: string, process: ChildProcess, output: readonly string[], apiKey: string) {
    this.base = base;
    this.process = process;
    this.output = output;
    this.api = new ApiClient(base, apiKey);
  }

  /** Starts `script` with `env` (PORT and DATA_DIR in it) and waits until it is healthy. */
  static async start(script: string, env: Record<string, string>): Promise<SpawnedSystem> {
    const output: string[] = [];
    const child = spawn(process.execPath, [script], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => output.push(data.toString()));
    const base = `http://127.0.0.1:${String(env['PORT'])}`;
    try {
      await eventually(
        async () => {
          if (child.exitCode !== null) return 'ended';
          return (await new ApiClient(base).get('/v1/health')).status === 200;
        },
        { withinMs: START_WITHIN_MS },
      );
      if (child.exitCode !== null) throw new Error(`It ended with ${String(child.exitCode)}`);
    } catch (error) {
      child.kill('SIGKILL');
      throw new Error(`The system did not come up:\n${output.join('').slice(-4000)}`, { cause: error });
    }
    const credentials = await readFile(join(String(env['DATA_DIR']), 'credentials.json'), 'utf8');
    return new SpawnedSystem(base, child, output, (JSON.parse(credentials) as { apiKey: string }).apiKey);
  }

  /** Ends the process as a crash would (`SIGKILL`), or by asking it to. */
  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill(signal);
    await ended;
  }
}
