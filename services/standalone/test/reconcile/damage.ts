/** Damage that is done by hand, and what has to be said of it. */
export interface Damage {
  readonly title: string;
  /** Statements of the database's owner; $1 is the tenant. */
  readonly damage: readonly string[];
  /** What takes back damage that cannot be repaired. */
  readonly undo?: readonly string[];
  readonly check: string;
  readonly message: RegExp;
  readonly isRepaired: boolean;
}

export const OWN = `tenant_id = $1 and environment = 'live'`;

/** One row of a table, by its physical place. */
export const one = (table: string, where = 'true', own = OWN): string =>
  `ctid = (select ctid from ${table} where ${own} and ${where} limit 1)`;

/** Deletes rows, and puts them back. */
export const deleted = (table: string, where: string): Pick<Damage, 'damage' | 'undo'> => ({
  damage: [`create table public.kept as select * from ${table} where ${where}`, `delete from ${table} where ${where}`],
  undo: [`insert into ${table} overriding system value select * from public.kept`, 'drop table public.kept'],
});
