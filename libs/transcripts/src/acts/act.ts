/** One thing that a transcript tells, in the same shape whatever tool wrote it. */
export type Act =
  | { readonly kind: 'message'; readonly role: 'user' | 'assistant'; readonly text: string }
  | ({ readonly kind: 'command'; readonly command: string; readonly description?: string } & Result)
  | ({ readonly kind: 'edit' } & FileChange & Result)
  | { readonly kind: 'call'; readonly tool: string; readonly callId: string; readonly input: unknown }
  | ({ readonly kind: 'result'; readonly tool?: string; readonly callId: string } & Result);

/** What came of an act. Absent fields are not known. */
export interface Result {
  readonly output?: unknown;
  readonly exitCode?: number;
  readonly failed?: boolean;
}

/** A change of one file, with the fields of the tool that made it, such as `old_string` or `patch`. */
export interface FileChange {
  readonly operation: 'create' | 'update' | 'delete' | 'edit' | 'write';
  readonly path: string;
  readonly change: Readonly<Record<string, unknown>>;
}

/** The session that an act belongs to, as far as its transcript tells. */
export interface SessionContext {
  readonly sessionId: string;
  readonly cwd?: string;
  readonly gitBranch?: string;
  readonly model?: string;
}

/** An act at its place. */
export interface Found {
  readonly act: Act;
  /** Names the act within its session, the same each time the transcript is read. */
  readonly key: string;
  /** When it happened, as the transcript says. */
  readonly at?: string | number;
  readonly session: SessionContext;
  /** The id of a prompt, where hooks tell it too. */
  readonly turn?: string;
}
