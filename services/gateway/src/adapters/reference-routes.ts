import { unavailable } from '@strata/kernel/errors';
import { sendPage } from '@strata/platform/http/encoded-page';
import type { HttpRoute } from '@strata/platform/http/http-route';
import { workerUrl } from '@strata/platform/lifecycle/worker-url';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Reference, ReferenceAddresses } from './reference-worker.ts';

export const DOCS_PATH = '/docs';

const CACHE = { 'Cache-Control': 'public, max-age=300' };

/**
 * Serves the interface document at `/v1/openapi.json` and as a page at `/docs`. Both are created once, for the first
 * request: at the start that would take longer than the rest of the start.
 */
export function referenceRoutes(addresses: ReferenceAddresses): HttpRoute[] {
  let reference: Promise<Reference> | undefined;
  const read = async (): Promise<Reference> => {
    try {
      return await (reference ??= createReference(addresses));
    } catch (error) {
      reference = undefined;
      throw unavailable('The reference', error);
    }
  };
  return [
    {
      method: 'GET',
      path: '/v1/openapi.json',
      handle: async (exchange) => {
        const { document } = await read();
        return sendPage(document, exchange, { contentType: 'application/json; charset=utf-8', headers: CACHE });
      },
    },
    {
      method: 'GET',
      path: DOCS_PATH,
      handle: async (exchange) => {
        const { page, contentSecurityPolicy } = await read();
        const headers = { ...CACHE, 'Content-Security-Policy': contentSecurityPolicy };
        return sendPage(page, exchange, { contentType: 'text/html; charset=utf-8', headers });
      },
    },
  ];
}

async function createReference(addresses: ReferenceAddresses): Promise<Reference> {
  const worker = new Worker(workerUrl(import.meta.url, './reference-worker.ts'), { workerData: addresses });
  worker.unref();
  // Rejects with an error of the worker.
  const [reference] = (await once(worker, 'message')) as [Reference];
  return reference;
}
