import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { useIsPhone } from './use-is-phone.ts';

interface FiltersProps {
  /** How many are in use. */
  readonly inUse: number;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** The filters of a list. On a phone, where they fill a screen, they are folded until they are wanted. */
export function Filters({ inUse, onClear, children }: FiltersProps): ReactNode {
  const isPhone = useIsPhone();
  const fields = <div className="filters">{children}</div>;
  return (
    <>
      {isPhone ? (
        <details className="folded-filters">
          <summary>{inUse === 0 ? 'Filters' : `Filters (${String(inUse)} in use)`}</summary>
          {fields}
        </details>
      ) : (
        fields
      )}
      {inUse > 0 && (
        <div>
          <Button onPress={onClear}>Clear filters</Button>
        </div>
      )}
    </>
  );
}
