import { useSyncExternalStore } from 'react';

const PHONE = matchMedia('(max-width: 40rem)');
const subscribe = (onChange: () => void): (() => void) => {
  PHONE.addEventListener('change', onChange);
  return () => PHONE.removeEventListener('change', onChange);
};

/** Whether the window is as narrow as that of a phone: the width at which the style sheets change. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => PHONE.matches);
