import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Link, type LinkProps } from 'react-router';

export type ButtonKind = 'normal' | 'primary' | 'danger' | 'quiet';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly kind?: ButtonKind;
  /** Shows only a sign, so that `aria-label` has to say what it does. */
  readonly isIcon?: boolean;
  readonly children: ReactNode;
}

const classOf = (kind: ButtonKind, isIcon = false): string => `button button-${kind}${isIcon ? ' button-icon' : ''}`;

/** A button. `onPress` fires for mouse, touch and keyboard alike; `isPending` keeps the focus while it works. */
export const Button = ({ kind = 'normal', isIcon = false, ...props }: ButtonProps): ReactNode => (
  <AriaButton {...props} className={classOf(kind, isIcon)} />
);

/** A link to another page that looks like a button. */
export const ButtonLink = ({ kind = 'normal', ...props }: LinkProps & { readonly kind?: ButtonKind }): ReactNode => (
  <Link {...props} className={classOf(kind)} />
);
