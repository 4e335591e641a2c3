/** The partitions of the event table, one a month. A month is a number, as in 202611. */
export interface EventMonths {
  /**
   * Gives the table partitions, if that has not been done, and the table was prepared for it so many days ago. Until then
   * the version before can work with it. Returns whether it has partitions.
   */
  split(afterDays: number): Promise<boolean>;
  /** The months that have a partition, in order. */
  list(): Promise<number[]>;
  /** Makes the partition of a month, unless another process was faster. Blocks no reader and no writer. */
  make(month: number): Promise<void>;
  /**
   * Drops the partition of a month if it has no events. Readers and writers wait for at most half a second. Returns
   * whether it was dropped.
   */
  drop(month: number): Promise<boolean>;
}
