/** Something that holds a resource until it is closed. */
export interface Closeable {
  close(): Promise<void>;
}

/** Open resources, closed in reverse order, each once, even if some fail to close. */
export class CloseStack implements Closeable {
  readonly #open: (() => Promise<void> | void)[] = [];

  /** Registers `resource` for closing, and returns it. */
  use<T extends Closeable>(resource: T): T {
    this.defer(() => resource.close());
    return resource;
  }

  /** Registers an action for `close`. */
  defer(action: () => Promise<void> | void): void {
    this.#open.push(action);
  }

  /** Throws an AggregateError of all failures, after every action has run. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let action = this.#open.pop(); action !== undefined; action = this.#open.pop()) {
      try {
        await action();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some resources did not close');
  }
}

/** Runs `open` with a stack. If it fails, closes what it has opened, and rethrows. */
export async function openAll<T>(open: (stack: CloseStack) => Promise<T>): Promise<T> {
  const stack = new CloseStack();
  try {
    return await open(stack);
  } catch (error) {
    await stack.close().catch(() => undefined);
    throw error;
  }
}
