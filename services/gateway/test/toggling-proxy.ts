import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server of the loopback interface that can be cut, blocked and mended. */
export class TogglingProxy {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #isCut = false;
  #isBlocked = false;

  private constructor(port: number, host: string) {
    this.#server = createServer((socket) => {
      if (this.#isCut) {
        socket.destroy();
        return;
      }
      if (this.#isBlocked) {
        this.#join(socket, socket);
        socket.unpipe().pause();
        return;
      }
      const upstream = connect(port, host);
      this.#join(socket, upstream);
      this.#join(upstream, socket);
    });
  }

  /** A proxy to the host and port of `target`. */
  static async open(target: URL, defaultPort: number): Promise<TogglingProxy> {
    const proxy = new TogglingProxy(Number(target.port || defaultPort), target.hostname);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** `target` with the proxy in its place. */
  through(target: URL): string {
    const address = this.#server.address();
    const url = new URL(target);
    url.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    return url.href;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#open) socket.destroy();
  }

  /** Connections stay and new ones are taken, but nothing comes through. */
  block(): void {
    this.#isBlocked = true;
    for (const socket of this.#open) socket.unpipe().pause();
  }

  /** New connections come through; those that were blocked are broken. */
  mend(): void {
    this.#isCut = false;
    if (this.#isBlocked) for (const socket of this.#open) socket.destroy();
    this.#isBlocked = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
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
