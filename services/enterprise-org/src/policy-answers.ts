import {
  createPolicy,
  deletePolicy,
  evaluatePolicy,
  listPolicies,
  updatePolicy,
} from '@strata/contracts/operations/policies';
import type { Clock } from '@strata/kernel/clock';
import type { Answer, AnsweringMembers } from './admission/answer.ts';
import { createCreatePolicy } from './policies/create-policy.ts';
import { createDeletePolicy } from './policies/delete-policy.ts';
import { createEvaluatePolicy, type EvaluatePolicyParts } from './policies/evaluate-policy.ts';
import { createListPolicies } from './policies/list-policies.ts';
import type { PolicyStore } from './policies/policy-store.ts';
import { createUpdatePolicy } from './policies/update-policy.ts';

export interface PolicyAnswerParts extends EvaluatePolicyParts {
  readonly policies: PolicyStore;
  readonly clock: Clock;
}

/** The operations of policies, each with its use case. */
export function policyAnswers<Admitted>(answering: AnsweringMembers<Admitted>, parts: PolicyAnswerParts): Answer[] {
  const create = createCreatePolicy(parts);
  const list = createListPolicies(parts);
  const update = createUpdatePolicy(parts);
  const remove = createDeletePolicy(parts);
  const evaluate = createEvaluatePolicy(parts);
  return [
    answering(createPolicy, ({ params, body }, context) => create(params.orgId, body, context)),
    answering(listPolicies, ({ params, query }, { scope }) => list(params.orgId, query, scope)),
    answering(updatePolicy, ({ params, body }, context) => update(params, body, context)),
    answering(deletePolicy, ({ params }, context) => remove(params, context)),
    answering(evaluatePolicy, ({ params, body }, context) => evaluate(params.orgId, body, context)),
  ];
}
