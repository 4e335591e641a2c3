/** Sessions of an agent that works on the code of an online bookshop: a TypeScript monorepo with a storefront and services. */
import { devServer } from './coding/dev-server.mjs';
import { features } from './coding/features.mjs';
import { migrations } from './coding/migrations.mjs';
import { timeZones } from './coding/time-zones.mjs';
import { upgrades } from './coding/upgrades.mjs';

export const codingSessions = [...migrations, ...devServer, ...timeZones, ...upgrades, ...features];
