import { openPolicyBook, type PolicyBook } from './policy-engine.ts';
import type { RequestContext } from '@strata/kernel/actor';
import type { PolicyBooks } from './policy-cache.ts';

const WITHOUT_FACTS = openPolicyBook({ organizations: [] });

/**
 * The book by which a request is decided. Work of the service itself needs no facts: no policy is about it.
 * @throws AppError `unavailable` when the facts cannot be had.
 */
export const bookFor = async (books: PolicyBooks, { scope, actor }: RequestContext): Promise<PolicyBook> =>
  actor.type === 'system' ? WITHOUT_FACTS : books.of(scope);
