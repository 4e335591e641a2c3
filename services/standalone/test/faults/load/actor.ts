/** One thing that clients do again and again. */
export interface Actor {
  readonly name: string;
  /** Milliseconds between two steps. */
  readonly pauseMs: number;
  /** One request, or a few. Must not throw. */
  readonly step: () => Promise<void>;
}
