import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField } from 'react-aria-components';

interface CheckboxProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

/** A yes or no. */
export const Checkbox = ({ children, ...props }: CheckboxProps): ReactNode => (
  <CheckboxField {...props}>
    <CheckboxButton className="checkbox">
      <span className="checkbox-box" aria-hidden="true">
        ✓
      </span>
      {children}
    </CheckboxButton>
  </CheckboxField>
);
