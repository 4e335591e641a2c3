/** Returns a function that appends a value to `values` and returns its placeholder, such as `$4`. */
export const bindTo =
  (values: unknown[]) =>
  (value: unknown): string =>
    `$${String(values.push(value))}`;
