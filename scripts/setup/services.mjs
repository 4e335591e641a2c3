import { join } from 'node:path';
import { root } from './workspace.mjs';

/** The six services, in the order in which they are migrated, started and restarted. */
export const SERVICES = ['gateway', 'ingest', 'learn-compiler', 'synthesis', 'enterprise-org', 'vault'];

/** The compiled program that applies the migrations of a service. */
export const migrationScript = (service) => join(root, 'services', service, 'dist', 'migrate.js');
