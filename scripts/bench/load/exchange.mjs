/**
 * Sends one request with undici's `dispatch`, its cheapest interface. Keeps the response's body only if `keepBody` says so.
 * Rejects if the connection breaks.
 * @param {import('undici').Dispatcher} dispatcher
 * @param {{method: string, path: string, headers: Record<string, string>, body?: string}} request
 * @param {(status: number) => boolean} keepBody
 * @returns {Promise<{status: number, text: string}>}
 */
export function exchange(dispatcher, request, keepBody) {
  return new Promise((resolve, reject) => {
    let status = 0;
    const kept = [];
    dispatcher.dispatch(request, {
      onConnect: () => undefined,
      onHeaders: (statusCode) => {
        status = statusCode;
        return true;
      },
      onData: (chunk) => {
        if (keepBody(status)) kept.push(chunk);
        return true;
      },
      onComplete: () => resolve({ status, text: kept.length === 0 ? '' : Buffer.concat(kept).toString() }),
      onError: reject,
    });
  });
}
