import { any, among, not, type Filter } from './filter.ts';

const OF_SOMEBODY: Filter = { on: 'userId', among: 'any' };

/** Data of one end user and without an end user; without an end user in the request, only the latter. No end user sees data of another. */
export const ofEndUser = (userId: string | undefined): Filter =>
  any([not(OF_SOMEBODY), among('userId', userId === undefined ? [] : [userId])]);
