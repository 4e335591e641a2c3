import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { contentKey } from '../text/hash.ts';

/**
 * A hash of who said or did what an event reports: the end user that the client names, else the speaker within what the
 * writer of the event captures.
 */
export const voiceOf = ({ userId, writer }: Pick<ClaimedEvent, 'userId' | 'writer'>, speaker: string | null): string =>
  userId === null
    ? contentKey('speaker', (speaker ?? '').toLowerCase(), writer?.actorId ?? '')
    : contentKey('user', userId);
