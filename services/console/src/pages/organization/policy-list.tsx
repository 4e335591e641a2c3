import { useState, type ReactNode } from 'react';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { useChange } from '../../api/use-operation.ts';
import { MayDo } from '../../session/may-do.tsx';
import { useMay } from '../../session/use-session.ts';
import { Code } from '../../ui/code-snippet.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Facts } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import type { Organization } from './in-organization.tsx';
import { formOf, NEW_POLICY, PolicyFields, policyOf, shortConditions, type Policy } from './policy-form.tsx';

const Effect = ({ effect }: Pick<Policy, 'effect'>): ReactNode => (
  <Badge tone={effect === 'allow' ? 'good' : 'bad'}>{effect}</Badge>
);
const ACTIONS: Readonly<Record<Policy['action'], string>> = { read: 'read', write: 'write', '*': 'read and write' };

const COLUMNS: readonly Column<Policy>[] = [
  { id: 'name', title: 'Name', width: 2, cell: ({ name }) => name },
  { id: 'effect', title: 'Effect', cell: ({ effect }) => <Effect effect={effect} /> },
  { id: 'action', title: 'Action', isSecondary: true, cell: ({ action }) => ACTIONS[action] },
  { id: 'resource', title: 'Resource', isSecondary: true, width: 2, cell: ({ resource }) => <code>{resource}</code> },
  { id: 'conditions', title: 'If', width: 2, cell: ({ conditions }) => shortConditions(conditions) },
  { id: 'priority', title: 'Priority', isSecondary: true, cell: ({ priority }) => priority },
];
const idOf = ({ id }: Policy): string => id;

export function PolicyList({ organization }: { readonly organization: Organization }): ReactNode {
  const orgId = organization.id;
  const policies = useCursorList('listPolicies', { orgId });
  const create = useChange('createPolicy', { outdates: ['listPolicies'] });
  const mayCreate = useMay('createPolicy', organization);
  const [openId, setOpenId] = useState<string>();
  return (
    <div className="stack">
      <MayDo operation="createPolicy" organization={organization}>
        <div className="row">
          <FormDialog
            label="Create a policy"
            kind="primary"
            title="Create a policy"
            action="Create"
            initial={NEW_POLICY}
            onSubmit={(form) => create.mutateAsync({ orgId, ...policyOf(form) })}
          >
            {(form, change) => <PolicyFields form={form} onChange={change} />}
          </FormDialog>
        </div>
      </MayDo>
      <DataList
        label="Policies"
        list={policies}
        columns={COLUMNS}
        idOf={idOf}
        onOpen={({ id }) => setOpenId(id)}
        empty={
          <EmptyState title="No policies">
            Namespaces decide alone: public and internal ones are open to the tenant, others to their teams.{' '}
            {mayCreate ? 'Create a policy to decide otherwise.' : 'An owner or admin of the organization creates them.'}
          </EmptyState>
        }
      />
      <PolicyDetails
        organization={organization}
        policy={policies.rows.find(({ id }) => id === openId)}
        onClose={() => setOpenId(undefined)}
      />
    </div>
  );
}

interface PolicyDetailsProps {
  readonly organization: Organization;
  readonly policy: Policy | undefined;
  readonly onClose: () => void;
}

function PolicyDetails({ organization, policy, onClose }: PolicyDetailsProps): ReactNode {
  const orgId = organization.id;
  const update = useChange('updatePolicy', { outdates: ['listPolicies'] });
  const remove = useChange('deletePolicy', { outdates: ['listPolicies'] });
  if (policy === undefined) return null;
  const { id, name, effect, action, resource, priority, conditions, updatedAt } = policy;
  return (
    <Dialog title={name} isOpen onClose={onClose} isDrawer>
      <Facts
        facts={[
          ['Effect', <Effect key="effect" effect={effect} />],
          ['Action', ACTIONS[action]],
          ['Resource', <code key="resource">{resource}</code>],
          ['Priority', String(priority)],
          ['Changed', <Time key="changed" at={updatedAt} />],
          ['Id', <code key="id">{id}</code>],
        ]}
      />
      {Object.keys(conditions).length === 0 ? (
        <p className="muted">It has no conditions: it always applies.</p>
      ) : (
        <Code label="Conditions" code={JSON.stringify(conditions, null, 2)} />
      )}
      <div className="row">
        <MayDo operation="updatePolicy" organization={organization}>
          <FormDialog
            label="Change"
            title="Change the policy"
            action="Save"
            initial={formOf(policy)}
            onSubmit={(form) => update.mutateAsync({ orgId, policyId: id, ...policyOf(form) })}
          >
            {(form, change) => <PolicyFields form={form} onChange={change} />}
          </FormDialog>
        </MayDo>
        <MayDo operation="deletePolicy" organization={organization}>
          <ConfirmButton
            label="Delete"
            question={`Delete the policy “${name}”?`}
            onConfirm={async () => {
              await remove.mutateAsync({ orgId, policyId: id });
              onClose();
            }}
          >
            <p>Takes effect everywhere within a second. Try a request as a dry run before and after.</p>
          </ConfirmButton>
        </MayDo>
      </div>
    </Dialog>
  );
}
