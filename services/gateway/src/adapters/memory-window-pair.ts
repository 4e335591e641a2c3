import type { BoundedKey, OpenWindowPair, PairCount } from '../limits/window-pair.ts';
import type { WindowCount } from '../limits/window-counter.ts';
import { MemoryWindows } from './memory-window-counter.ts';

/** Counts a request in both windows, or in neither if one is full. */
export function countInBoth(
  inner: MemoryWindows,
  outer: MemoryWindows,
  ofInner: BoundedKey,
  ofOuter: BoundedKey,
): PairCount {
  const before = { inner: inner.read(ofInner.key), outer: outer.read(ofOuter.key) };
  if (before.inner.count >= ofInner.most) return { ...before, inner: withOneMore(before.inner) };
  if (before.outer.count >= ofOuter.most) return { ...before, outer: withOneMore(before.outer) };
  return { inner: inner.add(ofInner.key, 1), outer: outer.add(ofOuter.key, 1) };
}

/** The window as it would be with a request that it does not admit. */
const withOneMore = ({ count, resetMs }: WindowCount): WindowCount => ({ count: count + 1, resetMs });

/** A pair in the memory of this process. */
export const openMemoryPair: OpenWindowPair = (_names, windowSeconds) => {
  const [inner, outer] = [new MemoryWindows(windowSeconds), new MemoryWindows(windowSeconds)];
  return {
    count: async (ofInner, ofOuter) => countInBoth(inner, outer, ofInner, ofOuter),
    readOuter: async (key) => outer.read(key),
  };
};
