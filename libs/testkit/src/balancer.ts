import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP load balancer: each new connection goes to the next server that accepts it. Connections already made stay where they are. */
export class Balancer {
  readonly #server: Server;
  readonly #ports: readonly number[];
  readonly #open = new Set<Socket>();
  #next = 0;

  private constructor(ports: readonly number[]) {
    this.#ports = ports;
    this.#server = createServer((socket) => {
      this.#forward(socket, this.#ports.length);
    });
  }

  /** Balances between servers on ports of this machine. */
  static async open(ports: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(ports);
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve));
    return balancer;
  }

  /** Where HTTP clients reach it. */
  get base(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? String(address.port) : '0'}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #forward(socket: Socket, attempts: number): void {
    if (attempts === 0) {
      socket.destroy();
      return;
    }
    const upstream = connect({ port: this.#ports[this.#next++ % this.#ports.length] ?? 0, host: '127.0.0.1' });
    const refused = (): void => this.#forward(socket, attempts - 1);
    upstream.once('error', refused);
    upstream.once('connect', () => {
      upstream.off('error', refused);
      this.#join(socket, upstream);
      this.#join(upstream, socket);
    });
  }

  #join(from: Socket, to: Socket): void {
    this.#open.add(from);
    from.pipe(to);
    from.on('error', () => undefined);
    from.on('close', () => {
      this.#open.delete(from);
      to.destroy();
    });
  }
}
