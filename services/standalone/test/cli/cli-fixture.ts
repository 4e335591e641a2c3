import { expect } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { CloseStack, type Closeable } from '@strata/platform/lifecycle/closeable';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandalone, UNLIMITED } from '../fixtures/system-fixture.ts';
import { runProgram, type ProgramOptions, type Ran } from './run-program.ts';

export const PASSWORD = 'long-enough-for-Strata-1';

export type RunOptions = Omit<ProgramOptions, 'home'>;

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
  async strata(args: readonly string[], { env = {}, ...options }: RunOptions = {}): Promise<Ran> {
    const own = { STRATA_URL: this.base, STRATA_API_KEY: this.#key };
    const ran = await runProgram(args, { ...options, home: this.home, env: { ...own, ...env } });
    for (const secret of this.#secrets) expect(ran.out + ran.err).not.toContain(secret);
    return ran;
  }

  close(): Promise<void> {
    return this.#stack.close();
  }
}
