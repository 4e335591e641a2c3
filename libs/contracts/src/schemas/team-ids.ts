import { z } from 'zod';
import { text } from './json.ts';

/** Maximum number of teams of an organization. */
export const MOST_TEAMS = 1000;

/** Ids of teams of the organization, in a request. */
export const teamIdsSchema = z.array(text(1, 200)).max(MOST_TEAMS);
