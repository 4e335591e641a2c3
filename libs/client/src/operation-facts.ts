/** What a request needs to know of an operation. */
export interface OperationFacts {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the host root, with `{name}` for each of `params`. */
  readonly path: string;
  readonly params: readonly string[];
  readonly query: readonly string[];
  readonly hasBody: boolean;
  /** How its list continues; null for what is no list. */
  readonly paging: 'cursor' | 'offset' | null;
  /** The response is JSON Lines. */
  readonly isStream: boolean;
  /** Sent twice, it does what it does once. */
  readonly isRepeatable: boolean;
}
