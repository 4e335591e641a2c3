import { localhostAllowedOrigins, validateOriginHeader } from '@modelcontextprotocol/server';

/** Whether a browser's page comes from this machine or from the service itself, whatever the port. */
export const isOwnOrigin = (origin: string, serviceUrl: string): boolean =>
  validateOriginHeader(origin, [...localhostAllowedOrigins(), new URL(serviceUrl).hostname]).ok;
