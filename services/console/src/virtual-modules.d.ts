declare module 'virtual:demo-events' {
  import type { EventInput } from '@strata/client/strata';

  /** What `npm run demo` captures, in the order of time. */
  const events: readonly EventInput[];
  export default events;
}

declare module 'virtual:audit-actions' {
  /** Every name that an entry of an audit log may have, sorted. */
  const actions: readonly string[];
  export default actions;
}
