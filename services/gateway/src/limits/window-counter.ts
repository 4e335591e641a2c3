/** The count of a window, and the milliseconds until it closes. Both are 0 for a window that is not open. */
export interface WindowCount {
  readonly count: number;
  readonly resetMs: number;
}

/**
 * Counts by key in windows of one length. A key's window opens when it is first counted. All gateways share the counts;
 * while the shared store is away, each process counts by itself. Never rejects.
 */
export interface WindowCounter {
  /** Adds `amount` (default 1; a negative amount gives back) and returns the window after it. */
  add(key: string, amount?: number): Promise<WindowCount>;
  read(key: string): Promise<WindowCount>;
  /** Closes the key's window. */
  forget(key: string): Promise<void>;
}

/** Opens a counter. Its name is unique in the shared store. */
export type OpenWindowCounter = (name: string, windowSeconds: number) => WindowCounter;
