import { getLineage, getLineageGraph } from '@strata/contracts/operations/lineage';
import type { Answer, AnsweringMembers } from './admission/answer.ts';
import type { LineageSource } from './lineage/lineage-source.ts';

export interface LineageAnswerParts {
  readonly lineage: LineageSource;
}

/** The operations of lineage: who is let in is decided here, what they may read where it is kept. */
export const lineageAnswers = <Admitted>(
  answering: AnsweringMembers<Admitted>,
  { lineage }: LineageAnswerParts,
): Answer[] => [
  answering(getLineage, ({ params: { orgId, memoryId } }, context) =>
    lineage.record({ organizationId: orgId, memoryId }, context),
  ),
  answering(getLineageGraph, ({ params: { orgId, memoryId } }, context) =>
    lineage.graph({ organizationId: orgId, memoryId }, context),
  ),
];
