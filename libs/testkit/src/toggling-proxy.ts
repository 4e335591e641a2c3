import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server of the loopback interface that can be cut, blocked or held up, and mended. */
export class TogglingProxy {
  readonly #server: Server;
  readonly #target: { readonly port: number; readonly host: string };
  readonly #open = new Set<Socket>();
  /** Connections that were taken while hanging, and not passed on. */
  readonly #held = new Set<Socket>();
  #state: 'through' | 'cut' | 'blocked' | 'hanging' = 'through';

  private constructor(port: number, host: string) {
    this.#target = { port, host };
    this.#server = createServer((socket) => this.#take(socket));
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

  /** Breaks every connection, and each that is tried. */
  cut(): void {
    this.#state = 'cut';
    for (const socket of [...this.#open, ...this.#held]) socket.destroy();
    this.#held.clear();
  }

  /** Breaks every connection; new ones come through. */
  interrupt(): void {
    this.cut();
    this.mend();
  }

  /** Passes nothing on, as a network that loses everything: what stays open until it is mended is broken then. */
  block(): void {
    this.#state = 'blocked';
    for (const socket of this.#open) socket.pause();
  }

  /** Passes nothing on, as a process that is stopped: once mended, everything comes through that was said meanwhile. */
  hang(): void {
    this.#state = 'hanging';
    for (const socket of this.#open) socket.pause();
  }

  mend(): void {
    const wasBlocked = this.#state === 'blocked';
    this.#state = 'through';
    for (const socket of this.#open) {
      if (wasBlocked) socket.destroy();
      else socket.resume();
    }
    for (const socket of this.#held) {
      if (wasBlocked) socket.destroy();
      else this.#take(socket);
    }
    this.#held.clear();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #take(socket: Socket): void {
    if (this.#state === 'cut') {
      socket.destroy();
      return;
    }
    if (this.#state !== 'through') {
      this.#held.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#held.delete(socket));
      return;
    }
    const upstream = connect(this.#target);
    this.#join(socket, upstream);
    this.#join(upstream, socket);
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
