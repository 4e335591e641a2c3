import { OPERATIONS } from '@strata/contracts/operations/table';
import type { EncodedPage } from '@strata/platform/http/encoded-page';
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createOpenApiDocument } from '../reference/create-document.ts';
import { renderPage } from '../reference/page/render-page.ts';

/** What the worker needs to know. */
export interface ReferenceAddresses {
  /** The address at which clients reach the service, if it is set. */
  readonly publicUrl: string | undefined;
  /** The address in the page's commands if no other is set. */
  readonly localUrl: string;
}

/** The interface document as JSON and as a page. */
export interface Reference {
  readonly document: EncodedPage;
  readonly page: EncodedPage;
  readonly contentSecurityPolicy: string;
}

const encode = (text: string): EncodedPage => ({
  tag: createHash('sha256').update(text).digest('base64url').slice(0, 27),
  identity: Buffer.from(text),
  gzip: gzipSync(text),
  br: brotliCompressSync(text),
});

// A thread of its own, because this takes half a second of computing.
const { publicUrl, localUrl } = workerData as ReferenceAddresses;
const document = createOpenApiDocument(OPERATIONS, publicUrl ?? '/');
const { html, contentSecurityPolicy } = renderPage(document, publicUrl ?? localUrl);
const reference: Reference = { document: encode(JSON.stringify(document)), page: encode(html), contentSecurityPolicy };
parentPort?.postMessage(reference);
