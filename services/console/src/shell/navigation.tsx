import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { GROUPS } from '../navigation/page-definition.ts';
import { PAGES } from '../navigation/pages.ts';
import { may } from '../session/may.ts';
import { useSession } from '../session/use-session.ts';

/** Links to the pages that the user may use. */
export function Navigation({ isOpen }: { readonly isOpen: boolean }): ReactNode {
  const session = useSession();
  const visible = PAGES.filter(({ needs }) => needs === undefined || may(session, needs));
  return (
    <nav className="shell-nav" aria-label="Pages" data-open={isOpen}>
      {GROUPS.map((group) => {
        const pages = visible.filter((page) => page.group === group);
        return pages.length === 0 ? null : (
          <div key={group} className="nav-group">
            <h2>{group}</h2>
            <ul>
              {pages.map(({ path, title }) => (
                <li key={path}>
                  <NavLink to={`/${path}`} end={path === ''}>
                    {title}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
