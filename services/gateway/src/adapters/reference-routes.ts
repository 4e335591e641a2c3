import type { Operation } from '@strata/contracts/operation';
import type { Exchange, HttpResponse, HttpRoute } from '@strata/platform/http/http-route';
import { createHash } from 'node:crypto';
import { createOpenApiDocument } from '../reference/create-document.ts';
import { renderPage } from '../reference/page/render-page.ts';

export interface ReferenceParts {
  readonly operations: readonly Operation[];
  /** The address at which clients reach the service, if it is set. */
  readonly publicUrl: string | undefined;
  /** The address in the page's commands if no other is set. */
  readonly localUrl: string;
}

export const DOCS_PATH = '/docs';

const REDIRECT: HttpResponse = { status: 302, headers: { Location: DOCS_PATH }, text: '', contentType: 'text/plain' };

const CACHE_CONTROL = 'public, max-age=300';

type Respond = (exchange: Exchange) => HttpResponse;

/**
 * Serves the interface document at `/v1/openapi.json` and as a page at `/docs`. Each is created for its first request:
 * creating them at the start would take longer than the rest of the start.
 */
export function referenceRoutes({ operations, publicUrl, localUrl }: ReferenceParts): HttpRoute[] {
  const document = lazy(() => createOpenApiDocument(operations, publicUrl ?? '/'));
  const json = lazy(() => cachedText(JSON.stringify(document()), 'application/json; charset=utf-8'));
  const html = lazy(() => {
    const page = renderPage(document(), publicUrl ?? localUrl);
    return cachedText(page.html, 'text/html; charset=utf-8', { 'Content-Security-Policy': page.contentSecurityPolicy });
  });
  return [
    { method: 'GET', path: '/v1/openapi.json', handle: (exchange) => json()(exchange) },
    { method: 'GET', path: DOCS_PATH, handle: (exchange) => html()(exchange) },
    { method: 'GET', path: '/', handle: () => REDIRECT },
  ];
}

function lazy<T>(create: () => T): () => T {
  let created: { readonly value: T } | undefined;
  return () => (created ??= { value: create() }).value;
}

/** A response that does not change while the process runs: 304 for a client that has it. */
function cachedText(text: string, contentType: string, more: Readonly<Record<string, string>> = {}): Respond {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  const headers = { ...more, 'Cache-Control': CACHE_CONTROL, ETag: tag };
  // The length of a 304 is that of the full response (RFC 9110, section 8.6).
  const unchanged = {
    status: 304,
    text: '',
    headers: { ...headers, 'Content-Length': String(Buffer.byteLength(text)) },
  };
  return ({ headers: { 'if-none-match': known } }: Exchange): HttpResponse => {
    const isKnown = known?.split(',').some((entry) => [tag, `W/${tag}`, '*'].includes(entry.trim()));
    return { contentType, ...(isKnown === true ? unchanged : { text, headers }) };
  };
}
