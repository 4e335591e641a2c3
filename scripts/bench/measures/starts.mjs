import { measureServiceStarts } from './service-starts.mjs';
import { measureStandaloneStarts } from './standalone-starts.mjs';

const MEASURE = { standalone: measureStandaloneStarts, cluster: measureServiceStarts };

/** Starts and resident memory: of each service against a bare Express process, and of standalone against a bare PGlite. */
export const measureStarts = (parts) => MEASURE[parts.system.name](parts);
