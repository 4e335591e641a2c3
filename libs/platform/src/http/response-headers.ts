import helmet from 'helmet';
import { IncomingMessage, ServerResponse, type OutgoingHttpHeader } from 'node:http';
import { Socket } from 'node:net';

/** The headers of one response: those of every response, and its own. */
export class ResponseHeaders {
  /** Names and values in turns. */
  readonly #list: OutgoingHttpHeader[];

  static start(requestId: string): ResponseHeaders {
    return new ResponseHeaders(['X-Request-Id', requestId, ...SECURITY_HEADERS]);
  }

  private constructor(list: OutgoingHttpHeader[]) {
    this.#list = list;
  }

  /** Replaces a header of the same name, in any case. */
  set(name: string, value: OutgoingHttpHeader | readonly string[]): this {
    const sent = typeof value === 'object' ? [...value] : value;
    const at = this.#indexOf(name);
    if (at === -1) this.#list.push(name, sent);
    else this.#list.splice(at, 2, name, sent);
    return this;
  }

  copy(): ResponseHeaders {
    return new ResponseHeaders([...this.#list]);
  }

  /** As `writeHead` takes them. */
  get list(): OutgoingHttpHeader[] {
    return this.#list;
  }

  *pairs(): Generator<[name: string, value: OutgoingHttpHeader]> {
    for (let at = 0; at < this.#list.length; at += 2) yield [String(this.#list[at]), this.#list[at + 1] ?? ''];
  }

  #indexOf(wanted: string): number {
    const lower = wanted.toLowerCase();
    for (let at = 0; at < this.#list.length; at += 2) {
      const name = String(this.#list[at]);
      if (name.length === wanted.length && name.toLowerCase() === lower) return at;
    }
    return -1;
  }
}

/** Helmet's are the same for every response, so it runs once. */
const SECURITY_HEADERS = ((): readonly string[] => {
  const set: string[] = [];
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.setHeader = (name, value) => {
    set.push(name, String(value));
    return response;
  };
  helmet()(response.req, response, () => undefined);
  return set;
})();
