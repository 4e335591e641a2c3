/** What is known of an instruction that holds beyond its session. */
export interface Instruction {
  /** The search terms of its conditions ("when I ask about …"); empty if it always holds. */
  readonly conditionTerms: readonly string[];
  /** The words of what is to be done, from `words`. */
  readonly matter: readonly string[];
  readonly isProhibition: boolean;
  /** The sessions in which it was said. */
  readonly sessions: readonly string[];
  /** It is an end user's, and shown to no one else. */
  readonly isOfEndUser: boolean;
}
