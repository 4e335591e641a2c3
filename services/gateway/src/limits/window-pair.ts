import type { WindowCount } from './window-counter.ts';

/** A window of a pair, and how many requests it admits. */
export interface BoundedKey {
  readonly key: string;
  readonly most: number;
}

/** Both windows with the request counted: a window that does not admit it has a count above its bound. */
export interface PairCount {
  readonly inner: WindowCount;
  readonly outer: WindowCount;
}

/**
 * Counts requests in two windows at once: one of many inner windows, and the outer one that they share. All gateways share the
 * counts; while the shared store is away, each process counts by itself. Never rejects.
 */
export interface WindowPair {
  /** Counts a request in both windows, or in neither if one of them is full: a rejected request uses up no limit. */
  count(inner: BoundedKey, outer: BoundedKey): Promise<PairCount>;
  readOuter(key: string): Promise<WindowCount>;
}

/** Opens a pair. The names are unique in the shared store. */
export type OpenWindowPair = (names: { inner: string; outer: string }, windowSeconds: number) => WindowPair;
