/** Keys that counts decide on, and which of them entered or left since that was last read. */
export class LearnedSet {
  readonly #members = new Set<string>();
  readonly #moved = new Set<string>();

  decide(key: string, isMember: boolean): void {
    if (isMember === this.#members.has(key)) return;
    if (isMember) this.#members.add(key);
    else this.#members.delete(key);
    if (!this.#moved.delete(key)) this.#moved.add(key);
  }

  get members(): ReadonlySet<string> {
    return this.#members;
  }

  has(key: string): boolean {
    return this.#members.has(key);
  }

  /** The keys that entered or left since the last call. */
  takeMoved(): ReadonlySet<string> {
    const moved = new Set(this.#moved);
    this.#moved.clear();
    return moved;
  }
}
