import type { Subject } from '@strata/contracts/policies/filter';

/** An artifact as one more memory behind it: of some of its events there is none, and its tags hold theirs. */
export const asMemory = ({ namespaceId, agentId, tags }: Subject): Subject => ({
  id: null,
  namespaceId,
  agentId,
  tags,
});
