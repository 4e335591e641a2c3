import { useState, type ReactNode } from 'react';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { useChange } from '../../api/use-operation.ts';
import { MayDo } from '../../session/may-do.tsx';
import { useMay } from '../../session/use-session.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { counted } from '../../ui/figures.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Facts } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Organization } from './in-organization.tsx';
import { formOf, LifecycleFields, lifecycleOf, NEW_LIFECYCLE, type LifecyclePolicy } from './lifecycle-form.tsx';
import { ChangePreview, LifecyclePreview } from './lifecycle-preview.tsx';

const after = (days: number | null): string => (days === null ? 'never' : `after ${counted(days, 'day')}`);

const COLUMNS: readonly Column<LifecyclePolicy>[] = [
  { id: 'name', title: 'Name', width: 2, cell: ({ name }) => name },
  { id: 'scope', title: 'Scope', isSecondary: true, width: 2, cell: ({ scope }) => <code>{scope}</code> },
  { id: 'archive', title: 'Archives', cell: ({ archiveAfterDays }) => after(archiveAfterDays) },
  { id: 'delete', title: 'Deletes', cell: ({ deleteAfterDays }) => after(deleteAfterDays) },
];
const idOf = ({ id }: LifecyclePolicy): string => id;

export function LifecycleList({ organization }: { readonly organization: Organization }): ReactNode {
  const orgId = organization.id;
  const policies = useCursorList('listLifecyclePolicies', { orgId });
  const create = useChange('createLifecyclePolicy', { outdates: ['listLifecyclePolicies'] });
  const mayCreate = useMay('createLifecyclePolicy', organization);
  const [openId, setOpenId] = useState<string>();
  return (
    <div className="stack">
      <MayDo operation="createLifecyclePolicy" organization={organization}>
        <div className="row">
          <FormDialog
            label="Create a lifecycle policy"
            kind="primary"
            title="Create a lifecycle policy"
            action="Create"
            initial={NEW_LIFECYCLE}
            onSubmit={(form) => create.mutateAsync({ orgId, ...lifecycleOf(form) })}
            outlook={(form, onShown) => <ChangePreview orgId={orgId} form={form} onShown={onShown} />}
          >
            {(form, change) => <LifecycleFields form={form} onChange={change} />}
          </FormDialog>
        </div>
      </MayDo>
      <DataList
        label="Lifecycle policies"
        list={policies}
        columns={COLUMNS}
        idOf={idOf}
        onOpen={({ id }) => setOpenId(id)}
        empty={
          <EmptyState title="No lifecycle policies">
            Nothing is archived or deleted by itself.{' '}
            {mayCreate
              ? 'Create one to say when. You see what it would do before it does.'
              : 'An owner or admin of the organization creates them.'}
          </EmptyState>
        }
      />
      <LifecycleDetails
        organization={organization}
        policy={policies.rows.find(({ id }) => id === openId)}
        onClose={() => setOpenId(undefined)}
      />
    </div>
  );
}

interface LifecycleDetailsProps {
  readonly organization: Organization;
  readonly policy: LifecyclePolicy | undefined;
  readonly onClose: () => void;
}

function LifecycleDetails({ organization, policy, onClose }: LifecycleDetailsProps): ReactNode {
  const orgId = organization.id;
  const update = useChange('updateLifecyclePolicy', { outdates: ['listLifecyclePolicies', 'previewLifecyclePolicy'] });
  // Not the preview, which is still shown: that of a deleted policy would be asked for once more.
  const remove = useChange('deleteLifecyclePolicy', { outdates: ['listLifecyclePolicies'] });
  if (policy === undefined) return null;
  const { id, name, scope, retentionDays, archiveAfterDays, deleteAfterDays } = policy;
  return (
    <Dialog title={name} isOpen onClose={onClose} isDrawer>
      <Facts
        facts={[
          ['Scope', <code key="scope">{scope}</code>],
          ['Archives', after(archiveAfterDays)],
          ['Deletes', after(deleteAfterDays)],
          ['Keeps at least for', retentionDays === null ? null : counted(retentionDays, 'day')],
          ['Id', <code key="id">{id}</code>],
        ]}
      />
      <MayDo operation="previewLifecyclePolicy" organization={organization}>
        <LifecyclePreview orgId={orgId} policyId={id} />
      </MayDo>
      <div className="row">
        <MayDo operation="updateLifecyclePolicy" organization={organization}>
          <FormDialog
            label="Change"
            title="Change the lifecycle policy"
            action="Save"
            initial={formOf(policy)}
            onSubmit={(form) => update.mutateAsync({ orgId, policyId: id, ...lifecycleOf(form) })}
            outlook={(form, onShown) => <ChangePreview orgId={orgId} policyId={id} form={form} onShown={onShown} />}
          >
            {(form, change) => <LifecycleFields form={form} onChange={change} />}
          </FormDialog>
        </MayDo>
        <MayDo operation="deleteLifecyclePolicy" organization={organization}>
          <ConfirmButton
            label="Delete"
            question={`Delete the lifecycle policy “${name}”?`}
            onConfirm={async () => {
              await remove.mutateAsync({ orgId, policyId: id });
              onClose();
            }}
          >
            <p>Memories that no other policy archives are restored by the next sweep. What was deleted is gone.</p>
          </ConfirmButton>
        </MayDo>
      </div>
    </Dialog>
  );
}
