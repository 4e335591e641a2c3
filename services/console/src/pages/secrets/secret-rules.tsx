import type { Data } from '@strata/client/strata';
import { useState, type ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useSession } from '../../session/use-session.ts';
import { wholeList } from '../../api/use-cursor-list.ts';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { counted } from '../../ui/figures.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Badge } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { RuleDetails } from './rule-details.tsx';

type Rule = Data<'listSecretRules'>['items'][number];

const COLUMNS: readonly Column<Rule>[] = [
  { id: 'rule', title: 'Rule', cell: ({ id }) => <code>{id}</code> },
  {
    id: 'state',
    title: 'State',
    width: 0.4,
    cell: ({ isEnabled }) => <Badge tone={isEnabled ? 'good' : 'bad'}>{isEnabled ? 'on' : 'off'}</Badge>,
  },
  { id: 'finds', title: 'Finds', width: 3, isSecondary: true, cell: ({ description }) => description },
];
const idOf = ({ id }: Rule): string => id;

/** What is searched for. Only owners and admins of the tenant turn a rule off. */
export function SecretRules(): ReactNode {
  const rules = useOperation('listSecretRules', {});
  const { isTenantAdmin } = useSession();
  const [openId, setOpenId] = useState<string>();
  return (
    <Loaded query={rules}>
      {({ items }) => {
        const open = items.find(({ id }) => id === openId);
        const off = items.filter(({ isEnabled }) => !isEnabled);
        return (
          <div className="stack">
            <p>
              {off.length === 0 ? 'All rules are on.' : `${counted(off.length, 'rule is', 'rules are')} off.`}{' '}
              {isTenantAdmin
                ? 'Open one to turn it off or on.'
                : 'An owner or admin of the tenant can turn rules off and on.'}
            </p>
            <DataList
              label="Secret rules"
              list={wholeList(items)}
              columns={COLUMNS}
              idOf={idOf}
              onOpen={({ id }) => setOpenId(id)}
              empty={<EmptyState title="No rules">Nothing is searched for.</EmptyState>}
            />
            {open !== undefined && <RuleDetails rule={open} onClose={() => setOpenId(undefined)} />}
          </div>
        );
      }}
    </Loaded>
  );
}
