/** The file with this code is in `assets/` of the console, which is served directly below the service. */
const here = import.meta.url;

/** The path below which all pages are. */
export const CONSOLE_BASE = import.meta.env.DEV ? '/' : new URL('../', here).pathname;

/** Where the gateway is: the same host, and below the same path. */
export const SERVICE_URL = import.meta.env.DEV ? `${location.origin}/` : new URL('../../', here).href;
