/** A row policy with another condition than the tenant scope of the transaction. */
export interface WideRowPolicy {
  readonly role: string;
  readonly table: string;
  readonly command: string;
  /** The condition on the rows, as in the catalog. */
  readonly condition: string;
  /** The role's privileges on the table: columns by command. */
  readonly privileges: string;
  readonly reason: string;
}
