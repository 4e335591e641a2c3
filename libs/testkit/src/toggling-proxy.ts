import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import type { Random } from './seeded-random.ts';

/** A TCP proxy to a server, whose connections a test can cut, slow down, lose, block, hang and mend. */
export class TogglingProxy {
  readonly #server: Server;
  readonly #target: { readonly port: number; readonly host: string };
  readonly #open = new Set<Socket>();
  /** Connections accepted while the proxy was blocked or hung, and not yet passed on. */
  readonly #held = new Set<Socket>();
  #state: 'through' | 'cut' | 'blocked' | 'hanging' = 'through';
  /** Milliseconds before each piece of data is passed on. */
  #delayMs = 0;
  /** Sockets whose end the proxy hides from the other side. */
  readonly #lost = new WeakSet<Socket>();

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

  /** Breaks every connection, and rejects new ones. */
  cut(): void {
    this.#state = 'cut';
    for (const socket of [...this.#open, ...this.#held]) socket.destroy();
    this.#held.clear();
  }

  /** Breaks every connection, and accepts new ones. */
  interrupt(): void {
    this.cut();
    this.mend();
  }

  /** Breaks one connection, if there is any, with a reset. */
  drop(random: Random): void {
    const open = [...this.#open];
    open[Math.floor(random() * open.length)]?.resetAndDestroy();
  }

  /**
   * Loses every open connection, and passes new ones through. Neither side notices, now or later: each can write, and gets
   * no answer.
   */
  lose(): void {
    for (const socket of this.#open) {
      this.#lost.add(socket);
      socket.unpipe();
      socket.resume();
    }
  }

  /** Passes every piece of data on only after `delayMs` milliseconds, one after the other; 0 ends it. */
  slow(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  /** Passes nothing on, like a network that loses every packet. `mend` then breaks the connections. */
  block(): void {
    this.#state = 'blocked';
    for (const socket of this.#open) socket.pause();
  }

  /** Passes nothing on, like a stopped process. `mend` then delivers everything that was sent meanwhile. */
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
    const delayed = new Transform({
      transform: (data, _encoding, done) => {
        if (this.#delayMs === 0) done(null, data);
        else setTimeout(done, this.#delayMs, null, data);
      },
    });
    from.pipe(delayed).pipe(to);
    from.on('error', () => undefined);
    from.on('close', () => {
      this.#open.delete(from);
      if (!this.#lost.has(from)) to.destroy();
    });
  }
}
