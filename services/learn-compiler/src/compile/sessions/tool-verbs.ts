import { humanize } from '../text/words.ts';

/** Verbs in names of tools that change something, and of tools that only read. */
const EFFECT_VERBS = new Set(
  (
    'accept activate add adjust alter amend annul append apply approve archive assign attach ban block book buy cancel change charge checkout clear close commit complete confirm convert copy create deactivate decline decrease delete deliver demote deploy disable discard dispatch edit enable ' +
    'enroll erase escalate exchange execute expire extend file fix forward grant import increase insert install invite invoke issue kill launch lock mark merge migrate modify move mute notify open order patch pause pay place post prolong promote provision publish purchase push put ' +
    'reassign rebook record refund register reject release remove rename reopen replace reply reschedule reserve reset resolve restart resume restore return revert revise revoke rewrite rollback rotate save schedule send set ship sign start stop store submit subscribe ' +
    'suspend swap sync toggle transfer trigger uninstall unlock unsubscribe update upgrade upload upsert void withdraw write'
  ).split(' '),
);
const LOOK_VERBS = new Set(
  'analyze ask browse calculate check compare compute count describe detect diff enumerate estimate evaluate examine explain fetch find get glob grep inspect list load locate lookup ls plan parse ping ponder preview query read reason recall reckon reflect retrieve review scan search see select show status summarize think trace validate verify view watch'.split(
    ' ',
  ),
);

const NAME_WORDS = 5;

/**
 * Whether a tool changes something (true) or only reads (false), by the first verb in its name (`mcp__git__create_branch`,
 * `getOrder`, `POST /orders`). Undefined if no verb is known.
 */
export function changesByName(name: string): boolean | undefined {
  for (const word of humanize(name).split(' ').slice(0, NAME_WORDS)) {
    if (EFFECT_VERBS.has(word)) return true;
    if (LOOK_VERBS.has(word)) return false;
  }
  return undefined;
}
