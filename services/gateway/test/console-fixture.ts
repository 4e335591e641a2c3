import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const SCRIPT = 'export const page = "Strata";';

/** A folder as the build of the console makes it, with one script. */
export async function newConsoleFolder(): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-console-'));
  const script = join(folder, 'assets', 'index-1a2b.js');
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><script type="module" src="./assets/index-1a2b.js"></script>',
  );
  await writeFile(join(folder, 'secret.json'), '{}');
  await writeFile(script, SCRIPT);
  await writeFile(`${script}.gz`, gzipSync(SCRIPT));
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Requests as a browser sends them. */
export class TestBrowser {
  readonly base: string;
  cookie = '';
  csrf = '';

  constructor(base: string) {
    this.base = base;
  }

  /** A request of a page of the console, unless `headers` say something else; a header that is `undefined` is left out. */
  send(
    method: string,
    path: string,
    headers: Record<string, string | undefined> = {},
    body?: object,
  ): Promise<Response> {
    const all = {
      cookie: this.cookie,
      'x-strata-session': this.csrf,
      'sec-fetch-site': 'same-origin',
      origin: this.base,
      'content-type': body === undefined ? undefined : 'application/json',
      ...headers,
    };
    const sent = Object.entries(all).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value] as const],
    );
    return fetch(this.base + path, {
      method,
      headers: Object.fromEntries(sent),
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Keeps the cookies of a response as a browser does: also that one is removed. */
  keepCookies(response: Response): void {
    const cookies = new Map(this.cookie.split('; ').map((pair) => [pair.split('=')[0], pair]));
    for (const each of response.headers.getSetCookie()) {
      const [pair = ''] = each.split(';');
      if (pair.endsWith('=')) cookies.delete(pair.slice(0, -1));
      else cookies.set(pair.split('=')[0], pair);
    }
    this.cookie = [...cookies.values()].filter((pair) => pair !== '').join('; ');
  }

  /** Keeps the cookie and the header of a response about the session. Returns the session. */
  async keep(response: Response): Promise<Record<string, unknown> | null> {
    const { data } = (await response.json()) as { data: { session: Record<string, unknown> | null } };
    const [pair = ''] = (response.headers.get('set-cookie') ?? '').split(';');
    this.cookie = pair.endsWith('=') ? '' : pair;
    this.csrf = (data.session?.['csrfToken'] as string | undefined) ?? '';
    return data.session;
  }

  async signIn(token: string): Promise<Record<string, unknown> | null> {
    return this.keep(await this.send('POST', '/console/session', { authorization: `Bearer ${token}` }));
  }
}
