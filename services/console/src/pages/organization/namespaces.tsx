import type { Item } from '@strata/client/strata';
import { useState, type ReactNode } from 'react';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { useChange, useOperation } from '../../api/use-operation.ts';
import { MayDo } from '../../session/may-do.tsx';
import { useMay } from '../../session/use-session.ts';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Badge, type Tone } from '../../ui/notice.tsx';
import { Facts } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { DescriptionFields, NO_DESCRIPTION, toDescription, type Description } from './description-fields.tsx';
import type { Organization } from './in-organization.tsx';
import { TeamChoice } from './team-choice.tsx';

type Namespace = Item<'listNamespaces'>;
type Sensitivity = Namespace['sensitivity'];
type Team = Pick<Item<'listTeams'>, 'id' | 'name'>;

const TONES: Readonly<Record<Sensitivity, Tone>> = {
  public: 'good',
  internal: 'normal',
  confidential: 'warning',
  restricted: 'bad',
};
const CHOICES: readonly { readonly value: Sensitivity; readonly label: string }[] = [
  { value: 'public', label: 'public: the whole tenant reads' },
  { value: 'internal', label: 'internal: the whole tenant reads' },
  { value: 'confidential', label: 'confidential: its teams, owners and admins read' },
  { value: 'restricted', label: 'restricted: the same; policies can demand more for it' },
];

const COLUMNS: readonly Column<Namespace>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => name },
  {
    id: 'sensitivity',
    title: 'Sensitivity',
    cell: ({ sensitivity }) => <Badge tone={TONES[sensitivity]}>{sensitivity}</Badge>,
  },
  { id: 'id', title: 'Id', width: 2, isSecondary: true, cell: ({ id }) => <code>{id}</code> },
];
const idOf = ({ id }: Namespace): string => id;

interface NamespaceForm extends Description {
  readonly sensitivity: Sensitivity;
  readonly teamIds: readonly string[];
}
const INITIAL: NamespaceForm = { ...NO_DESCRIPTION, sensitivity: 'internal', teamIds: [] };

const requestOf = ({ sensitivity, teamIds, ...form }: NamespaceForm) => ({
  ...toDescription(form),
  sensitivity,
  teamIds: [...teamIds],
});

export function Namespaces({ organization }: { readonly organization: Organization }): ReactNode {
  const orgId = organization.id;
  const namespaces = useCursorList('listNamespaces', { orgId });
  const teams = useOperation('listTeams', { orgId, limit: 100 });
  const create = useChange('createNamespace', { outdates: ['listNamespaces'] });
  const mayCreate = useMay('createNamespace', organization);
  const [openId, setOpenId] = useState<string>();
  const known = teams.data?.items ?? [];
  return (
    <div className="stack">
      <MayDo operation="createNamespace" organization={organization}>
        <div className="row">
          <FormDialog
            label="Create a namespace"
            kind="primary"
            title="Create a namespace"
            action="Create"
            initial={INITIAL}
            onSubmit={(form) => create.mutateAsync({ orgId, ...requestOf(form) })}
          >
            {(form, change) => <NamespaceFields form={form} onChange={change} teams={known} />}
          </FormDialog>
        </div>
      </MayDo>
      <DataList
        label="Namespaces"
        list={namespaces}
        columns={COLUMNS}
        idOf={idOf}
        onOpen={({ id }) => setOpenId(id)}
        empty={
          <EmptyState title="No namespaces">
            A namespace keeps data together that the same people may read.{' '}
            {mayCreate ? 'Create one, and name its id in events.' : 'A manager of the organization creates them.'}
          </EmptyState>
        }
      />
      <NamespaceDetails
        organization={organization}
        namespace={namespaces.rows.find(({ id }) => id === openId)}
        teams={known}
        onClose={() => setOpenId(undefined)}
      />
    </div>
  );
}

interface NamespaceFieldsProps {
  readonly form: NamespaceForm;
  readonly onChange: (changed: Partial<NamespaceForm>) => void;
  readonly teams: readonly Team[];
}

const NamespaceFields = ({ form, onChange, teams }: NamespaceFieldsProps): ReactNode => (
  <>
    <DescriptionFields form={form} onChange={onChange} />
    <SelectField
      label="Sensitivity, where no policy decides"
      value={form.sensitivity}
      onChange={(sensitivity) => onChange({ sensitivity })}
      choices={CHOICES}
    />
    <TeamChoice teams={teams} selected={form.teamIds} onChange={(teamIds) => onChange({ teamIds })} />
  </>
);

interface NamespaceDetailsProps {
  readonly organization: Organization;
  readonly namespace: Namespace | undefined;
  readonly teams: readonly Team[];
  readonly onClose: () => void;
}

function NamespaceDetails({ organization, namespace, teams, onClose }: NamespaceDetailsProps): ReactNode {
  const orgId = organization.id;
  const update = useChange('updateNamespace', { outdates: ['listNamespaces'] });
  if (namespace === undefined) return null;
  const { id, name, description, sensitivity, teamIds, createdAt } = namespace;
  const form: NamespaceForm = { name, description: description ?? '', sensitivity, teamIds };
  return (
    <Dialog title={name} isOpen onClose={onClose} isDrawer>
      <Facts
        facts={[
          ['Id', <code key="id">{id}</code>],
          ['Description', description],
          [
            'Sensitivity',
            <Badge key="sensitivity" tone={TONES[sensitivity]}>
              {sensitivity}
            </Badge>,
          ],
          ['Teams', teamIds.map((teamId) => teams.find((team) => team.id === teamId)?.name ?? teamId).join(', ')],
          ['Created', <Time key="created" at={createdAt} isFull />],
        ]}
      />
      <MayDo operation="updateNamespace" organization={organization}>
        <FormDialog
          label="Change"
          title="Change the namespace"
          action="Save"
          initial={form}
          onSubmit={(typed) => update.mutateAsync({ orgId, namespaceId: id, ...requestOf(typed) })}
        >
          {(typed, change) => <NamespaceFields form={typed} onChange={change} teams={teams} />}
        </FormDialog>
      </MayDo>
    </Dialog>
  );
}
