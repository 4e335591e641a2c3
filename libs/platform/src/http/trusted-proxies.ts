import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

/** All proxies or none, the number of proxies in front, or their addresses: IPs, networks, or names such as `loopback`, with commas. */
export type TrustProxy = boolean | number | string;

type Trusts = (address: string, hops: number) => boolean;

/** Its own type leaves out that a client may be gone. */
const clientAddress: (request: IncomingMessage, trusts: Trusts) => string | undefined = proxyAddr;

/** What the headers of trusted proxies say of a client. */
export class TrustedProxies {
  readonly #trusts: Trusts;

  /** Throws if an address is not valid. */
  constructor(trust: TrustProxy) {
    if (typeof trust === 'boolean') this.#trusts = () => trust;
    else if (typeof trust === 'number') this.#trusts = (_address, hops) => hops < trust;
    else this.#trusts = proxyAddr.compile(trust.split(',').map((address) => address.trim()));
  }

  /** The address of the client; empty if it is gone. */
  addressOf(request: IncomingMessage): string {
    return clientAddress(request, this.#trusts) ?? '';
  }

  /** Whether the client used HTTPS, which ends at a proxy. */
  isSecure({ socket, headers }: IncomingMessage): boolean {
    const protocol = headers['x-forwarded-proto'];
    if (protocol === undefined || !this.#trusts(socket.remoteAddress ?? '', 0)) return false;
    return String(protocol).split(',', 1)[0]?.trim() === 'https';
  }
}
