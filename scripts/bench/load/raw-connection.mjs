import { connect } from 'node:net';
import { once } from 'node:events';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)/iu;

/**
 * The bytes of a request with a body, made once and sent many times.
 * @param {{base: string, method: string, path: string, headers: Record<string, string>, body: string}} request
 */
export function requestBytes({ base, method, path, headers, body }) {
  const all = { host: new URL(base).host, ...headers, 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'));
}

/**
 * A kept-alive connection to a server whose responses have a Content-Length, with one request at a time. It costs about half of an HTTP
 * client's processor time, which matters where the load generator shares the cores of the measured system.
 */
export class RawConnection {
  #socket;
  #received = Buffer.alloc(0);
  #waiting;

  constructor(socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    const fail = (error) => this.#settle()?.reject(error ?? new Error('The connection was closed'));
    socket.on('error', fail);
    socket.on('close', () => fail());
  }

  static async open(base) {
    const { hostname, port } = new URL(base);
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /**
   * Sends the bytes of a whole request. Rejects if the connection breaks.
   * @returns {Promise<{status: number, body: Buffer}>}
   */
  send(bytes) {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) {
        reject(new Error('The connection was closed'));
        return;
      }
      this.#waiting = { resolve, reject };
      this.#socket.write(bytes);
    });
  }

  close() {
    this.#socket.destroy();
  }

  #take(chunk) {
    const received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    this.#received = received;
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = received.latin1Slice(0, headEnd);
    const bodyAt = headEnd + HEAD_END.length;
    if (received.length < bodyAt + Number(LENGTH.exec(head)?.[1])) return;
    this.#received = Buffer.alloc(0);
    this.#settle()?.resolve({ status: Number(head.slice(9, 12)), body: received.subarray(bodyAt) });
  }

  #settle() {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }
}
