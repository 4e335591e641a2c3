import type { ReactNode } from 'react';
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';

export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean;
}

/** One of a few values. */
export const SelectField = <Value extends string>({
  label,
  choices,
  value,
  onChange,
  isDisabled = false,
}: SelectFieldProps<Value>): ReactNode => (
  <Select
    className="field"
    value={value}
    isDisabled={isDisabled}
    onChange={(key) => {
      if (key !== null) onChange(String(key) as Value);
    }}
  >
    <Label>{label}</Label>
    <Button className="input select-button">
      <SelectValue />
      <span aria-hidden="true">▾</span>
    </Button>
    <Popover className="popover">
      <ListBox className="options">
        {choices.map((choice) => (
          <ListBoxItem key={choice.value} id={choice.value} textValue={choice.label} className="option">
            {choice.label}
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  </Select>
);
