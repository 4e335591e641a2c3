import { any, among, not, type Filter } from './filter.ts';

const OF_SOMEBODY: Filter = { on: 'userId', among: 'any' };

/** What is of one end user or of none; without one, only what is of none. No end user is shown what is another's. */
export const ofEndUser = (userId: string | undefined): Filter =>
  any([not(OF_SOMEBODY), among('userId', userId === undefined ? [] : [userId])]);
