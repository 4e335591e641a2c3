declare module 'virtual:demo-events' {
  import type { EventInput } from '@strata/client/strata';

  /** What `npm run demo` captures, in the order of time. */
  const events: readonly EventInput[];
  export default events;
}
