/** Settings of the embedded database's thread. */
export interface BackendSettings {
  /** Directory of the data; undefined keeps it in memory. */
  readonly dataDir: string | undefined;
  /** A snapshot from which a new database starts at once; written on first use. */
  readonly snapshotFile: string | undefined;
  readonly socketPath: string;
  /** Milliseconds a transaction may sit idle while others wait for it. */
  readonly idleInTransactionMs: number;
}

export type ToBackend = 'ping' | 'stop';

export type FromBackend = { readonly kind: 'ready' | 'pong' } | { readonly kind: 'failed'; readonly reason: string };
