/** The number of distinct tasks of sessions, or of what comes from them. */
export const countTasks = (items: readonly { readonly task: string }[]): number =>
  new Set(items.map(({ task }) => task)).size;
