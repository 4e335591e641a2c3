/** Whose items they are. Items of one end user, agent or namespace of Strata are unknown to another. */
export interface Scope {
  /** Separates the items of one purpose from those of another. Default: `default`. */
  readonly store?: string | undefined;
  readonly userId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly namespaceId?: string | undefined;
}

/** An event has at most 50 tags, one for each level. */
const MAX_DEPTH = 48;

/**
 * Names of items and namespaces in Strata. They are hashes: a namespace often holds the name of a person, and ids of sessions and tags
 * outlive an erasure.
 */
export class ItemNames {
  readonly #scope: readonly (string | undefined)[];

  constructor({ store = 'default', userId, agentId, namespaceId }: Scope) {
    this.#scope = [store, userId, agentId, namespaceId];
  }

  /** The session of all versions of an item. */
  session(namespace: readonly string[], key: string): Promise<string> {
    return this.#name(['item', namespace, key]);
  }

  /** The tag of all items at or below a namespace. */
  tag(namespace: readonly string[]): Promise<string> {
    return this.#name(['below', namespace]);
  }

  /** The tags of an item: of its namespace, and of all above it. */
  tags(namespace: readonly string[]): Promise<string[]> {
    if (namespace.length > MAX_DEPTH) throw new Error(`A namespace has at most ${MAX_DEPTH} labels`);
    return Promise.all(
      [namespace, ...namespace.map((_, depth) => namespace.slice(0, depth))].map((one) => this.tag(one)),
    );
  }

  async #name(parts: readonly unknown[]): Promise<string> {
    const bytes = new TextEncoder().encode(JSON.stringify([this.#scope, parts]));
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const hex = Array.from(digest.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return `langgraph-${hex}`;
  }
}
