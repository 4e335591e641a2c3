import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useOperation } from '../../api/use-operation.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { VaultItems } from './vault-items.tsx';
import { VaultLog } from './vault-log.tsx';

const NAMES = ['tab'] as const;
const MOST = 100;

export default function VaultPage(): ReactNode {
  const { id = '' } = useParams();
  // No operation reads one vault. Of a vault beyond the first page the title is "Vault", and all else is the same.
  const vaults = useOperation('listVaults', { limit: MOST });
  const [{ tab }, change] = useFilters(NAMES);
  const vault = vaults.data?.items.find((one) => one.id === id);
  return (
    <Page
      title={vault?.name ?? 'Vault'}
      lead={vault?.description ?? 'A value is shown only after the log of the vault has an entry.'}
      actions={<ButtonLink to="/vault">All vaults</ButtonLink>}
    >
      <Tabs
        label="Parts of the vault"
        selected={tab === 'log' ? 'log' : 'items'}
        onSelect={(selected) => change('tab', selected)}
        tabs={[
          { id: 'items', title: 'Items', content: <VaultItems key={id} vaultId={id} /> },
          { id: 'log', title: 'Audit log', content: <VaultLog key={id} vaultId={id} /> },
        ]}
      />
    </Page>
  );
}
