import type { Operation } from '@strata/contracts/operation';
import type { Exchange, HttpResponse, HttpRoute } from '@strata/platform/http/http-route';
import { createHash } from 'node:crypto';
import { createOpenApiDocument } from '../reference/create-document.ts';
import { renderPage } from '../reference/page/render-page.ts';

export interface ReferenceParts {
  readonly operations: readonly Operation[];
  /** The address by which clients reach the service, where it is known. */
  readonly publicUrl: string | undefined;
  /** The address that the page's commands name where no other is known. */
  readonly localUrl: string;
}

export const DOCS_PATH = '/docs';

const REDIRECT: HttpResponse = { status: 302, headers: { Location: DOCS_PATH }, text: '', contentType: 'text/plain' };

const CACHE_CONTROL = 'public, max-age=300';

type Answer = (exchange: Exchange) => HttpResponse;

/**
 * `/v1/openapi.json`, the interface for programs, and `/docs`, the same for readers; each made once, for the first who
 * asks: making them takes longer than everything else that a gateway does before it serves.
 */
export function referenceRoutes({ operations, publicUrl, localUrl }: ReferenceParts): HttpRoute[] {
  const document = once(() => createOpenApiDocument(operations, publicUrl ?? '/'));
  const json = once(() => cachedText(JSON.stringify(document()), 'application/json; charset=utf-8'));
  const html = once(() => {
    const page = renderPage(document(), publicUrl ?? localUrl);
    return cachedText(page.html, 'text/html; charset=utf-8', { 'Content-Security-Policy': page.contentSecurityPolicy });
  });
  return [
    { method: 'GET', path: '/v1/openapi.json', handle: (exchange) => json()(exchange) },
    { method: 'GET', path: DOCS_PATH, handle: (exchange) => html()(exchange) },
    { method: 'GET', path: '/', handle: () => REDIRECT },
  ];
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** An answer that never changes while the process runs: 304 to a caller who has it. */
function cachedText(text: string, contentType: string, more: Readonly<Record<string, string>> = {}): Answer {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  const headers = { ...more, 'Cache-Control': CACHE_CONTROL, ETag: tag };
  // A 304 says the length of what it stands for, not its own (RFC 9110, section 8.6).
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
