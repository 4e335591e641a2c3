/** `Fields` without those that have no value. */
export type Given<Fields> = { [Key in keyof Fields]: Exclude<Fields[Key], undefined> };

/** The fields that have a value. */
export const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>;
