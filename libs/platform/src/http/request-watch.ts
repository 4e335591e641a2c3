import type { IncomingMessage } from 'node:http';

/** Follows one request from outside the application. */
export interface RequestWatch {
  /** A body of at most so many bytes is about to be read. Errors: `unavailable` if there is no room for it. */
  bodyStarts(bytes: number): void;
  /** The body has arrived, or will not. */
  bodyEnds(): void;
  /** The route's handler works until the promise settles, also if the client is gone. */
  handledBy(work: Promise<unknown>): void;
}

const watches = new WeakMap<IncomingMessage, RequestWatch>();

/** Attaches a watch to a request, before anything of the application reads it. */
export const watchRequest = (request: IncomingMessage, watch: RequestWatch): void => {
  watches.set(request, watch);
};

export const watchOf = (request: IncomingMessage): RequestWatch | undefined => watches.get(request);
