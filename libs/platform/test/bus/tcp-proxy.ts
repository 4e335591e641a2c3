import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** Stands between a bus and its broker, so that a test can take the broker away. */
export class TcpProxy {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #refusing = false;

  private constructor(target: { host: string; port: number }) {
    this.#target = target;
    this.#server = createServer((client) => {
      this.#join(client);
    });
  }

  static async before(target: { host: string; port: number }): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Breaks every connection; new ones are let through. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Breaks every connection and refuses new ones. */
  refuse(): void {
    this.#refusing = true;
    this.cut();
  }

  /** Lets connections through again. */
  allow(): void {
    this.#refusing = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** Keeps connections open and passes nothing on. */
  stall(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  async close(): Promise<void> {
    this.refuse();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket): void {
    if (this.#refusing) {
      client.destroy();
      return;
    }
    const broker = connect(this.#target);
    for (const [socket, other] of [
      [client, broker],
      [broker, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
