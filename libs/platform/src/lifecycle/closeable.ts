/** Something that holds a resource until it is closed. */
export interface Closeable {
  close(): Promise<void>;
}

/** What has been opened so far; closed in reverse order, each once, also when some of it fails to close. */
export class CloseStack implements Closeable {
  readonly #open: (() => Promise<void> | void)[] = [];

  /** Registers `resource` to be closed and hands it back. */
  use<T extends Closeable>(resource: T): T {
    this.defer(() => resource.close());
    return resource;
  }

  /** Registers an action to be taken on close. */
  defer(action: () => Promise<void> | void): void {
    this.#open.push(action);
  }

  /** @throws AggregateError of every failure, after everything was tried. */
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

/** Runs `open` with a stack; when it fails, what it had opened is closed before the error goes on. */
export async function openAll<T>(open: (stack: CloseStack) => Promise<T>): Promise<T> {
  const stack = new CloseStack();
  try {
    return await open(stack);
  } catch (error) {
    await stack.close().catch(() => undefined);
    throw error;
  }
}
