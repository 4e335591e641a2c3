import { expect } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { CloseStack, type Closeable } from '@strata/platform/lifecycle/closeable';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStandalone, UNLIMITED } from '../fixtures/system-fixture.ts';

export const PROGRAM = fileURLToPath(new URL('../../../../libs/cli/dist/main.js', import.meta.url));
export const PASSWORD = 'long-enough-for-Strata-1';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the process, for example to end it. */
  readonly during?: (child: ChildProcess) => unknown;
}

/** The real program against the real service, in a folder and a home of its own. */
export class CliFixture implements Closeable {
  readonly base: string;
  readonly home: string;
  readonly #stack: CloseStack;
  readonly #secrets: string[] = [PASSWORD];
  #key = '';

  private constructor(base: string, home: string, stack: CloseStack) {
    this.base = base;
    this.home = home;
    this.#stack = stack;
  }

  static async create(): Promise<CliFixture> {
    const stack = new CloseStack();
    const home = await mkdtemp(join(tmpdir(), 'strata-cli-'));
    stack.defer(() => rm(home, { recursive: true, force: true }));
    const { base } = stack.use(await startStandalone({ settings: UNLIMITED }));
    const fixture = new CliFixture(base, home, stack);
    fixture.#key = await fixture.keyOf('first');
    return fixture;
  }

  /** The key that the program uses if a test gives it no other. */
  get key(): string {
    return this.#key;
  }

  /** The operations, with the key of the program. */
  get api(): Strata['api'] {
    return new Strata({ baseUrl: this.base, apiKey: this.#key }).api;
  }

  /** A key of a new tenant, whose first user has the tenant's name as address. */
  async keyOf(
    tenantName: string,
    scopes: ('read' | 'write' | 'admin')[] = ['read', 'write', 'admin'],
  ): Promise<string> {
    const account = { email: `${tenantName}@example.com`, password: PASSWORD, tenantName };
    const { token } = await new Strata({ baseUrl: this.base }).api.registerAccount(account);
    const owner = new Strata({ baseUrl: this.base, apiKey: token });
    const { key } = await owner.api.createApiKey({ name: 'cli', scopes });
    this.#secrets.push(key);
    return key;
  }

  /** Runs the program. Nothing that it prints may hold a secret. */
  async strata(args: readonly string[], { input = '', env = {}, during }: RunOptions = {}): Promise<Ran> {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: this.home,
      env: { PATH: process.env['PATH'], HOME: this.home, STRATA_URL: this.base, STRATA_API_KEY: this.#key, ...env },
    });
    const ran = { out: '', err: '' };
    child.stdout.on('data', (text: Buffer) => (ran.out += text.toString()));
    child.stderr.on('data', (text: Buffer) => (ran.err += text.toString()));
    // A program that ends early reads none of it.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    during?.(child);
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    for (const secret of this.#secrets) expect(ran.out + ran.err).not.toContain(secret);
    return { code, ...ran };
  }

  close(): Promise<void> {
    return this.#stack.close();
  }
}
