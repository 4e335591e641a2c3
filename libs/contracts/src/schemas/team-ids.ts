import { z } from 'zod';
import { text } from './json.ts';

/** Most teams of an organization. */
export const MOST_TEAMS = 1000;

/** Teams of the organization that a request names. */
export const teamIdsSchema = z.array(text(1, 200)).max(MOST_TEAMS);
