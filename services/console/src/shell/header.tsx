import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Link } from 'react-router';
import { changeSession } from '../session/change-session.ts';
import { SERVICE_URL } from '../session/addresses.ts';
import icon from '../icon.svg';
import { closeSession } from '../session/session-requests.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { errorText } from '../ui/error-text.ts';
import { useToast } from '../ui/toasts.tsx';
import { chooseTheme, currentTheme } from './theme.ts';

interface HeaderProps {
  readonly isNavOpen: boolean;
  readonly onToggleNav: () => void;
}

export function Header({ isNavOpen, onToggleNav }: HeaderProps): ReactNode {
  const { tenant } = useSession();
  return (
    <header className="shell-head">
      <span className="nav-toggle">
        <Button kind="quiet" isIcon aria-label="Pages" aria-expanded={isNavOpen} onPress={onToggleNav}>
          ☰
        </Button>
      </span>
      <Link to="/" className="brand">
        <img src={icon} alt="" width="28" height="28" />
        Strata
      </Link>
      <span className="shell-tenant">{tenant.name}</span>
      <span className="shell-space" />
      <ThemeButton />
      <UserMenu />
    </header>
  );
}

function ThemeButton(): ReactNode {
  const [theme, setTheme] = useState(currentTheme);
  const other = theme === 'light' ? 'dark' : 'light';
  const change = (): void => {
    chooseTheme(other);
    setTheme(other);
  };
  return (
    <Button kind="quiet" isIcon aria-label={`Change to ${other} colours`} onPress={change}>
      {theme === 'light' ? '☾' : '☀'}
    </Button>
  );
}

function UserMenu(): ReactNode {
  const { user } = useSession();
  const client = useQueryClient();
  const toast = useToast();
  const signOut = async (): Promise<void> => {
    try {
      await closeSession();
      changeSession(client, null);
    } catch (error) {
      toast({ text: `You are still signed in. ${errorText(error)}`, tone: 'bad' });
    }
  };
  const name = user.name ?? user.email ?? 'Your account';
  return (
    <MenuTrigger>
      <Button kind="quiet" aria-label={`Account: ${name}`}>
        <span className="user-name">{name}</span>
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover">
        {user.email !== null && <div className="menu-note">{user.email}</div>}
        <Menu className="options" aria-label="Account">
          <MenuItem className="option" href={new URL('docs', SERVICE_URL).href} target="_blank">
            Reference of the interface
          </MenuItem>
          <MenuItem className="option" onAction={() => void signOut()}>
            Sign out
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
