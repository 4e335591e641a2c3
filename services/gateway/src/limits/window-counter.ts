/** How much was counted in a window that is open, and how long until it closes. An unopened window counts 0. */
export interface WindowCount {
  readonly count: number;
  readonly resetMs: number;
}

/**
 * Counts by key in windows of one length; a window opens with the first count of its key. Shared by every gateway, and
 * while the shared store is away counted in this process alone. Never rejects.
 */
export interface WindowCounter {
  /** Adds `amount` (default 1; negative gives back) and tells what the window holds after it. */
  add(key: string, amount?: number): Promise<WindowCount>;
  read(key: string): Promise<WindowCount>;
  /** Closes the key's window. */
  forget(key: string): Promise<void>;
}

/** Opens a counter; `name` tells it from others in the shared store. */
export type OpenWindowCounter = (name: string, windowSeconds: number) => WindowCounter;
