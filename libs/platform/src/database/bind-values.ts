/** Takes the values of a statement one by one, appends them, and says by which placeholder each is named, such as `$4`. */
export const bindTo =
  (values: unknown[]) =>
  (value: unknown): string =>
    `$${String(values.push(value))}`;
