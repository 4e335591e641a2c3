import { open, seal, type Sealed } from './seal.ts';

/** Where a value belongs; it opens nowhere else. */
export interface ValueAddress {
  readonly tenantId: string;
  readonly vaultId: string;
  readonly itemId: string;
  readonly version: number;
}

const bindingOf = ({ tenantId, vaultId, itemId, version }: ValueAddress): string[] => [
  'vault item',
  tenantId,
  vaultId,
  itemId,
  String(version),
];

/** Seals the value of one version of an item under the data key of its vault. */
export const sealValue = (dataKey: Buffer, value: Buffer, place: ValueAddress): Sealed =>
  seal(dataKey, value, bindingOf(place));

/** @throws Error when it was changed, or belongs elsewhere. */
export const openValue = (dataKey: Buffer, sealed: Sealed, place: ValueAddress): Buffer =>
  open(dataKey, sealed, bindingOf(place));
