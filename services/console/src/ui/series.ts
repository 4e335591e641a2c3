/** What one line of a chart shows. */
export interface Series {
  readonly name: string;
  /** A value for each of `at`; null where there is none. */
  readonly values: readonly (number | null)[];
}
