import type { Item } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { useChange, useOperation } from '../../api/use-operation.ts';
import { useSessionQuery } from '../../session/use-session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Badge } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFilters } from '../../ui/use-filters.ts';

/** An organization, with the user's role in it. */
export type Organization = Item<'listOrganizations'>;

const MOST = 100;
const NAMES = ['organization'] as const;

/** Shows its content for one of the user's organizations: the one that the address names, else the newest. */
export function InOrganization({ children }: { readonly children: (it: Organization) => ReactNode }): ReactNode {
  const { data: session, dataUpdatedAt: at } = useSessionQuery();
  const answer = session?.organizations ?? null;
  const organizations = useOperation(
    'listOrganizations',
    { limit: MOST },
    { known: answer === null ? undefined : { answer, at } },
  );
  const [{ organization: chosen }, change] = useFilters(NAMES);
  return (
    <Loaded query={organizations}>
      {({ items }) => {
        const organization = items.find(({ id }) => id === chosen) ?? items[0];
        if (organization === undefined)
          return (
            <EmptyState title="You are in no organization" actions={<NewOrganization kind="primary" />}>
              An organization has members, teams, agents, namespaces and policies. Create one, or ask a colleague for an
              invitation.
            </EmptyState>
          );
        return (
          <>
            <div className="row">
              {items.length > 1 && (
                <SelectField
                  label="Organization"
                  value={organization.id}
                  onChange={(id) => change('organization', id)}
                  choices={items.map(({ id, name }) => ({ value: id, label: name }))}
                />
              )}
              {items.length === 1 && <strong>{organization.name}</strong>}
              <Badge tone="accent">Your role here: {organization.role}</Badge>
            </div>
            {children(organization)}
          </>
        );
      }}
    </Loaded>
  );
}

/** Every signed-in user may create an organization. */
export function NewOrganization({ kind = 'normal' }: { readonly kind?: 'normal' | 'primary' }): ReactNode {
  const create = useChange('createOrganization', { outdates: ['listOrganizations'] });
  return (
    <FormDialog
      label="Create an organization"
      kind={kind}
      title="Create an organization"
      action="Create"
      initial={{ name: '', slug: '' }}
      onSubmit={(form) => create.mutateAsync(form)}
    >
      {({ name, slug }, change) => (
        <>
          <TextField label="Name" isRequired value={name} onChange={(value) => change({ name: value })} />
          <TextField
            label="Short name"
            hint="Unique in the tenant: lower-case letters, digits and hyphens, such as harbour."
            isRequired
            value={slug}
            onChange={(value) => change({ slug: value })}
          />
        </>
      )}
    </FormDialog>
  );
}
