import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Link, type LinkProps } from 'react-router';

export type ButtonKind = 'normal' | 'primary' | 'danger' | 'quiet';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'onPress' | 'type'> {
  readonly kind?: ButtonKind;
  /** Shows only a sign, so that `aria-label` has to say what it does. */
  readonly isIcon?: boolean;
  /** Works on the last press: keeps the focus, takes no other press, and says so to screen readers. */
  readonly isPending?: boolean;
  /** Takes no press yet. It keeps the focus, and its place among what the keyboard reaches. */
  readonly isWaiting?: boolean;
  readonly onPress?: () => void;
  readonly type?: 'button' | 'submit';
  readonly children: ReactNode;
}

const classOf = (kind: ButtonKind, isIcon = false): string => `button button-${kind}${isIcon ? ' button-icon' : ''}`;

/** A button. `onPress` fires for mouse, touch and keyboard alike. */
export function Button({
  kind = 'normal',
  isIcon = false,
  isPending,
  isWaiting = false,
  onPress,
  type = 'button',
  ...props
}: ButtonProps): ReactNode {
  const isBusy = isPending === true;
  const takesPress = !isBusy && !isWaiting;
  return (
    <>
      <AriaButton
        {...props}
        className={classOf(kind, isIcon)}
        type={takesPress ? type : 'button'}
        {...(takesPress ? {} : { 'aria-disabled': true })}
        onPress={() => {
          if (takesPress) onPress?.();
        }}
      />
      {/* React Aria would announce a pending button by a reference to it, which leads nowhere if the button then leaves the page. */}
      {isPending !== undefined && (
        <span role="status" className="visually-hidden">
          {isBusy ? 'Working …' : ''}
        </span>
      )}
    </>
  );
}

/** A link to another page that looks like a button. */
export const ButtonLink = ({ kind = 'normal', ...props }: LinkProps & { readonly kind?: ButtonKind }): ReactNode => (
  <Link {...props} className={classOf(kind)} />
);
