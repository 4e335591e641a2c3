import { open, seal, type Sealed } from './seal.ts';

/** Where a value belongs. It cannot be decrypted for any other address. */
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
export const sealValue = (dataKey: Buffer, value: Buffer, address: ValueAddress): Sealed =>
  seal(dataKey, value, bindingOf(address));

/** Decrypts a value. Throws when it was changed, or belongs to another address. */
export const openValue = (dataKey: Buffer, sealed: Sealed, address: ValueAddress): Buffer =>
  open(dataKey, sealed, bindingOf(address));
