/**
 * A stored thing with the sent fields in place of its own: undefined keeps a field, null clears it. A field of the
 * request that is not stored does not type-check.
 */
export const withChanges = <
  Thing extends object,
  Sent extends { readonly [Field in keyof Thing]?: Thing[Field] | undefined },
>(
  stored: Thing,
  sent: Sent & Readonly<Record<Exclude<keyof Sent, keyof Thing>, never>>,
): Thing => ({
  ...stored,
  ...(Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<Thing>),
});
