import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('./process.mjs', import.meta.url));

/** Runs the process, sends it the signal, if any, once it is up, and waits for its end. */
async function run(way: string, signal?: NodeJS.Signals, times = 1) {
  const child = spawn(process.execPath, [PROCESS, way], { stdio: 'pipe' });
  let output = '';
  let errors = '';
  let signalled = false;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (signal === undefined || signalled || !output.includes('is up')) return;
    signalled = true;
    for (let sent = 0; sent < times; sent += 1) child.kill(signal);
  });
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, output, errors };
}

describe('A process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('closes its service and exits with 0 on %s', async (signal) => {
    const { exitCode, output } = await run('well', signal);
    expect(output).toContain('"closed"');
    expect(output).toContain('has stopped');
    expect(exitCode).toBe(0);
  });

  it('treats a signal that arrives twice at once, as Ctrl+C under npm does, as one', async () => {
    const { exitCode, output } = await run('slow', 'SIGINT', 2);
    expect(output).toContain('has stopped');
    expect(exitCode).toBe(0);
  });

  it('exits with 1 and one clear line, free of credentials, when it cannot start', async () => {
    const { exitCode, errors } = await run('fail to start');
    expect(exitCode).toBe(1);
    expect(errors).toBe('The service could not start: no database at postgres://[redacted]@db/app\n');
  });

  it('exits with 1 when the stop takes too long', async () => {
    const { exitCode, output } = await run('hang', 'SIGTERM');
    expect(output).toContain('did not stop in time');
    expect(exitCode).toBe(1);
  });

  it.each(['reject', 'throw'])('logs an uncaught error (%s), closes its service and exits with 1', async (way) => {
    const { exitCode, output } = await run(way);
    expect(output).toMatch(/not (awaited|caught)/);
    expect(output).toContain('"closed"');
    expect(exitCode).toBe(1);
  });
});
