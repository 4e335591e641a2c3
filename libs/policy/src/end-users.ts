import { any, among, not, type Filter } from './filter.ts';

const OF_SOMEBODY: Filter = { on: 'userId', among: 'any' };

/** The data that a request may show: of the end user whom it names, and data without an end user. If it names none, only the latter. */
export const ofEndUser = (userId: string | undefined): Filter =>
  any([not(OF_SOMEBODY), among('userId', userId === undefined ? [] : [userId])]);
