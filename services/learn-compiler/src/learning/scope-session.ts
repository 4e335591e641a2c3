const MAX_SESSION_STEPS = 20_000;

/** How many steps of one session are compiled, its newest, in a learning scope of which at most `maxSteps` are. */
export const stepsOfSession = (maxSteps: number): number => Math.min(MAX_SESSION_STEPS, maxSteps);

/** A session of a learning scope. */
export interface ScopeSession {
  readonly sessionId: string;
  /** Grows with every change of its steps. */
  readonly revision: number;
  /** How many steps of it are compiled; 0 if all were deleted. */
  readonly steps: number;
  /** The arrival of its last step. */
  readonly lastSeq: number;
}

/** The sessions of a learning scope that are compiled: the newest ones. */
export interface NewestSessions {
  /** No change up to this revision is missing. */
  readonly revision: number;
  readonly sessions: readonly ScopeSession[];
  /** The arrival of the last step of the first session that is left out; 0 if none is. */
  readonly beyond: number;
}

/** The steps of a session in their order, each as it is stored: JSON. */
export interface StoredSteps {
  readonly sessionId: string;
  readonly steps: readonly string[];
}
