import { useState } from 'react';
import { useLocation } from 'react-router';

/** The token of a link, which is behind `#`: there it reaches no server and no log. */
export function useTokenInAddress(): string {
  const { hash } = useLocation();
  // It stays while the page is open, also when it is taken out of the address.
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('token') ?? '');
  return token;
}
