import type { Item } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';

interface TeamChoiceProps {
  readonly teams: readonly Pick<Item<'listTeams'>, 'id' | 'name'>[];
  readonly selected: readonly string[];
  readonly onChange: (selected: readonly string[]) => void;
}

/** Some of the organization's teams. */
export const TeamChoice = ({ teams, selected, onChange }: TeamChoiceProps): ReactNode =>
  teams.length === 0 ? null : (
    <div role="group" aria-label="Teams" className="stack">
      <span className="field-label">Teams</span>
      {teams.map(({ id, name }) => (
        <Checkbox
          key={id}
          isSelected={selected.includes(id)}
          onChange={(isSelected) => onChange(isSelected ? [...selected, id] : selected.filter((other) => other !== id))}
        >
          {name}
        </Checkbox>
      ))}
    </div>
  );
