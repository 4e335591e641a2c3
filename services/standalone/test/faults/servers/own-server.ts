import { eventually } from '@strata/testkit/eventually';
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { signalTree } from './process-tree.ts';

export interface ServerOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Its output is appended here. */
  readonly logFile: string;
  /** Whether it serves; may throw. */
  readonly isReady: () => Promise<boolean>;
  /** Ends it in order. */
  readonly stopSignal: NodeJS.Signals;
  /** The program `setpriv`, which has the server end with this process, and with `user` gives up the rights of root. */
  readonly setpriv: string;
  readonly user?: string | undefined;
}

const READY = { withinMs: 180_000 };
const STOP_MS = 20_000;

/** A server that the harness starts for itself, and may stop, freeze and kill. */
export class OwnServer {
  readonly name: string;
  readonly #options: ServerOptions;
  #process: ChildProcess | undefined;

  private constructor(options: ServerOptions) {
    this.name = options.name;
    this.#options = options;
  }

  static async start(options: ServerOptions): Promise<OwnServer> {
    const server = new OwnServer(options);
    await server.start();
    return server;
  }

  /** Starts it on its data, and waits until it serves. Throws with the name of its log if it does not. */
  async start(): Promise<void> {
    const { name, setpriv, command, args, env = {}, logFile, isReady, user } = this.#options;
    const log = openSync(logFile, 'a');
    const rights = user === undefined ? [] : ['--reuid', user, '--regid', user, '--init-groups'];
    const child = spawn(setpriv, ['--pdeathsig', 'KILL', ...rights, '--', command, ...args], {
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#process = child;
    const hasEnded = new Promise<'ended'>((resolve) => {
      child.once('close', () => resolve('ended'));
      child.once('error', () => resolve('ended'));
    });
    const isUp = eventually(isReady, READY).catch(() => undefined);
    if ((await Promise.race([hasEnded, isUp])) !== true) {
      await this.kill();
      throw new Error(`${name} did not start; see ${logFile}`);
    }
  }

  /** Ends all its processes at once, as a power failure of its machine would, and waits for that. */
  kill(): Promise<void> {
    return this.#end((pid) => signalTree(pid, 'SIGKILL'));
  }

  /** Ends it in order. */
  stop(): Promise<void> {
    return this.#end(async (pid) => {
      process.kill(pid, this.#options.stopSignal);
    });
  }

  /** Stops all its processes where they are, until `thaw`. */
  async freeze(): Promise<void> {
    const pid = this.#process?.pid;
    if (pid !== undefined) await signalTree(pid, 'SIGSTOP');
  }

  async thaw(): Promise<void> {
    const pid = this.#process?.pid;
    if (pid !== undefined) await signalTree(pid, 'SIGCONT');
  }

  async close(): Promise<void> {
    await this.thaw();
    await this.stop();
  }

  async #end(end: (pid: number) => Promise<void>): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const { pid } = child;
    const ended = new Promise((resolve) => child.once('close', resolve));
    await end(pid);
    const force = setTimeout(() => void signalTree(pid, 'SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(force);
  }
}
