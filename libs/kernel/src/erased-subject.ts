import { createHash } from 'node:crypto';

/** Whose data was erased, without the id: whoever knows the id can compute the hash. */
export interface DescribedSubject extends Record<string, unknown> {
  readonly type: 'user';
  /** SHA-256 of the id in UTF-8, in hex. */
  readonly sha256: string;
}

/** What is kept of an erasure's subject: the id itself is erased, too. */
export const describeSubject = ({ userId }: { readonly userId: string }): DescribedSubject => ({
  type: 'user',
  sha256: createHash('sha256').update(userId).digest('hex'),
});
