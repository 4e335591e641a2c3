import type { TitledDraft } from './titled-draft.ts';

/** The drafts of the last compilation: one that did not change stays the same object, so that nothing is derived from it again. */
export class LastDrafts {
  #drafts = new Map<string, TitledDraft>();

  /** The drafts, each as the object of the last call that is equal to it, if there is one. */
  reuse(drafts: readonly TitledDraft[]): TitledDraft[] {
    const reused = drafts.map((draft) => {
      const last = this.#drafts.get(`${draft.type} ${draft.key}`);
      return last !== undefined && areEqual(last, draft) ? last : draft;
    });
    this.#drafts = new Map(reused.map((draft) => [`${draft.type} ${draft.key}`, draft]));
    return reused;
  }
}

function areEqual(a: TitledDraft, b: TitledDraft): boolean {
  const { evidence, ...rest } = a;
  const { evidence: otherEvidence, ...otherRest } = b;
  return (
    evidence.length === otherEvidence.length &&
    evidence.every((eventId, at) => eventId === otherEvidence[at]) &&
    JSON.stringify(rest) === JSON.stringify(otherRest)
  );
}
