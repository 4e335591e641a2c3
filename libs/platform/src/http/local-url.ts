const HERE = new Set(['0.0.0.0', '::', '127.0.0.1', 'localhost']);

/** The URL at which this machine reaches a server that listens on `host`. */
export function localUrl(host: string, port: number): string {
  const name = HERE.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${String(port)}`;
}
