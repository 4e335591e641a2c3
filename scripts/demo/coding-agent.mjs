/** Sessions of a coding agent in the TypeScript monorepo of an online bookshop, with a storefront and services. */
import { devServer } from './coding/dev-server.mjs';
import { features } from './coding/features.mjs';
import { migrations } from './coding/migrations.mjs';
import { timeZones } from './coding/time-zones.mjs';
import { upgrades } from './coding/upgrades.mjs';

export const codingSessions = [...migrations, ...devServer, ...timeZones, ...upgrades, ...features];
