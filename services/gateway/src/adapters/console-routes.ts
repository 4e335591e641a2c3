import { AppError } from '@strata/kernel/errors';
import { sendPage, type EncodedPage } from '@strata/platform/http/encoded-page';
import type { Exchange, HttpResponse, HttpRoute } from '@strata/platform/http/http-route';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const CONSOLE_PATH = '/console';

/** Where the console is built, next to this service. */
const BUILT_FOLDER = fileURLToPath(new URL('../../../console/dist', import.meta.url));

/** Nothing is loaded from elsewhere, nothing runs that is not a file of the console, and no page may show it in a frame. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE_HEADERS = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
};

/** The name of a file has a digest of its content. */
const ASSET_HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
};

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/plain; charset=utf-8',
};

/** Every address of a page: the script in the page reads which one it is. */
const PAGE_PATHS = ['', '/:a', '/:a/:b', '/:a/:b/:c', '/:a/:b/:c/:d'].map((path) => `${CONSOLE_PATH}${path}`);

export interface ConsoleOptions {
  /** The address at which clients reach the service, if it is set. A proxy takes off its path. */
  readonly publicUrl: string | undefined;
  /** The folder of the built console (default where this repository builds it). */
  readonly folder?: string | undefined;
}

/**
 * Serves the built console: a page for every address below `/console`, and its files. Undefined if it is not built, as on a
 * version of Node that cannot build it.
 */
export function consoleRoutes({ publicUrl, folder = BUILT_FOLDER }: ConsoleOptions): HttpRoute[] | undefined {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return undefined;
  const base = `${basePath(publicUrl)}${CONSOLE_PATH}/`;
  const page = encode(readFileSync(index, 'utf8').replaceAll('"./', `"${base}`));
  const servePage = (exchange: Exchange): HttpResponse =>
    sendPage(page, exchange, { contentType: 'text/html; charset=utf-8', headers: PAGE_HEADERS });
  return [
    {
      method: 'GET',
      path: `${CONSOLE_PATH}/assets/:file`,
      quiet: true,
      handle: (exchange) => serveAsset(folder, exchange),
    },
    ...PAGE_PATHS.map((path): HttpRoute => ({ method: 'GET', path, quiet: true, handle: servePage })),
  ];
}

/** The path of the service's address, without a slash at the end. */
export const basePath = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');

const FILE_NAME = /^[\w-]+(?:\.[\w-]+)+$/;

async function serveAsset(folder: string, exchange: Exchange): Promise<HttpResponse> {
  const name = exchange.params['file'] ?? '';
  const contentType = TYPES[extname(name)];
  if (!FILE_NAME.test(name) || contentType === undefined) throw noSuchFile();
  const path = join(folder, 'assets', name);
  const [identity, gzip, br] = await Promise.all([
    readFile(path),
    readFile(`${path}.gz`),
    readFile(`${path}.br`),
  ]).catch((error: unknown) => {
    throw noSuchFile(error);
  });
  return sendPage({ tag: name, identity, gzip, br }, exchange, { contentType, headers: ASSET_HEADERS });
}

const noSuchFile = (cause?: unknown): AppError =>
  new AppError('not_found', 'The console has no such file; load the page again', { cause });

const encode = (text: string): EncodedPage => ({
  tag: createHash('sha256').update(text).digest('base64url').slice(0, 27),
  identity: Buffer.from(text),
  gzip: gzipSync(text, { level: 9 }),
  br: brotliCompressSync(text),
});
