import {
  createLifecyclePolicy,
  deleteLifecyclePolicy,
  listLifecyclePolicies,
  previewLifecyclePolicy,
  updateLifecyclePolicy,
} from '@strata/contracts/operations/lifecycle';
import type { Clock } from '@strata/kernel/clock';
import type { Answer, AnsweringMembers } from './admission/answer.ts';
import { createCreateLifecyclePolicy } from './lifecycle/create-lifecycle-policy.ts';
import { createDeleteLifecyclePolicy } from './lifecycle/delete-lifecycle-policy.ts';
import type { LifecycleStore } from './lifecycle/lifecycle-store.ts';
import { createListLifecyclePolicies } from './lifecycle/list-lifecycle-policies.ts';
import { createPreviewLifecyclePolicy } from './lifecycle/preview-lifecycle-policy.ts';
import type { SweptData } from './lifecycle/swept-data.ts';
import { createUpdateLifecyclePolicy } from './lifecycle/update-lifecycle-policy.ts';

export interface LifecycleAnswerParts {
  readonly lifecycle: LifecycleStore;
  readonly data: SweptData;
  readonly clock: Clock;
}

/** The operations of lifecycle policies, each with its use case. */
export function lifecycleAnswers<Admitted>(
  answering: AnsweringMembers<Admitted>,
  parts: LifecycleAnswerParts,
): Answer[] {
  const create = createCreateLifecyclePolicy(parts);
  const list = createListLifecyclePolicies(parts);
  const update = createUpdateLifecyclePolicy(parts);
  const remove = createDeleteLifecyclePolicy(parts);
  const preview = createPreviewLifecyclePolicy(parts);
  return [
    answering(createLifecyclePolicy, ({ params, body }, context) => create(params.orgId, body, context)),
    answering(listLifecyclePolicies, ({ params, query }, { scope }) => list(params.orgId, query, scope)),
    answering(updateLifecyclePolicy, ({ params, body }, context) => update(params, body, context)),
    answering(deleteLifecyclePolicy, ({ params }, context) => remove(params, context)),
    answering(previewLifecyclePolicy, ({ params }, context) => preview(params, context)),
  ];
}
