/** When a user's sessions were ended: what their tokens must be newer than. */
export interface SessionState {
  /** Grows by one each time. */
  readonly generation: number;
  /** The last time; null: never. */
  readonly endedAt: Date | null;
}

/** When a token was issued: in which generation of sessions, if we issued it, else at what time at the latest. */
export type TokenAge = { readonly generation: number } | { readonly issuedAt: Date };

/** Whether a token was issued after its user's sessions were last ended. */
export const isOpen = (age: TokenAge, { generation, endedAt }: SessionState): boolean =>
  'generation' in age ? age.generation === generation : endedAt === null || age.issuedAt > endedAt;

/** Whether the state is older than the token, which only we can have issued. */
export const isBehind = ({ generation }: SessionState, age: TokenAge): boolean =>
  'generation' in age && age.generation > generation;
