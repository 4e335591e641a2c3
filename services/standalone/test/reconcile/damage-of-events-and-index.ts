import { deleted, one, OWN, type Damage } from './damage.ts';

const INGEST: readonly Damage[] = [
  {
    title: 'a month has another count of events',
    damage: [`update ingest.event_counts set events = events + 3 where ${OWN}`],
    check: 'event-counts',
    message: /^\d+ events are counted, \d+ are stored$/,
    isRepaired: true,
  },
  {
    title: 'an hour has another count of events',
    damage: [`update ingest.event_hours set events = events - 1 where ${OWN}`],
    check: 'event-hours',
    message: /^\d+ events are counted, \d+ are stored$/,
    isRepaired: true,
  },
  {
    title: 'a session with uncompiled events is not open',
    damage: [`delete from ingest.open_sessions where ${OWN}`],
    check: 'open-sessions',
    message: /^0 uncompiled events are noted, 1 are stored$/,
    isRepaired: true,
  },
  {
    title: 'an open session has no uncompiled event',
    damage: [
      `insert into ingest.open_sessions (tenant_id, environment, agent_id, namespace_id, session_id, uncompiled, due_at)
       values ($1, 'live', '', '', 'nothing', 4, now())`,
    ],
    check: 'open-sessions',
    message: /^4 uncompiled events are noted, 0 are stored$/,
    isRepaired: true,
  },
  {
    title: 'a part of a batch is not stored',
    damage: [
      `insert into ingest.batch_chunks (tenant_id, environment, batch_id, chunk, events, total, stored_at)
       values ($1, 'live', 'bat_torn', 0, 300, 500, now() - interval '1 hour')`,
    ],
    undo: [`delete from ingest.batch_chunks where ${OWN} and batch_id = 'bat_torn'`],
    check: 'batches',
    message: /^300 of 500 events were stored$/,
    isRepaired: false,
  },
  {
    title: 'an event has the id of another tenant',
    damage: [
      `create table public.kept as select id, seq from ingest.events where ${OWN} and learned_at is null limit 1`,
      `update ingest.events set id = 'evt_' || repeat('0', 32) where seq = (select seq from public.kept)`,
    ],
    undo: [
      `update ingest.events set id = kept.id from public.kept where events.seq = kept.seq`,
      `drop table public.kept`,
    ],
    check: 'event-ids',
    message: /^its id was not issued for this tenant and environment$/,
    isRepaired: false,
  },
  {
    title: 'an event with an idempotency key has no fingerprint',
    damage: [
      `create table public.kept as select id, fingerprint from ingest.events
       where ${one('ingest.events', 'idempotency_key is not null')}`,
      `update ingest.events set fingerprint = null where id = (select id from public.kept)`,
    ],
    undo: [
      `update ingest.events set fingerprint = kept.fingerprint from public.kept where events.id = kept.id`,
      `drop table public.kept`,
    ],
    check: 'event-ids',
    message: /^it has an idempotency key or a fingerprint, but not both$/,
    isRepaired: false,
  },
  {
    title: 'the id of an event is not listed',
    ...deleted('ingest.event_ids', `${OWN} and seq = (select min(seq) from ingest.events where ${OWN})`),
    check: 'event-ids',
    message: /^its id is not listed, so it could be stored again$/,
    isRepaired: false,
  },
];

const BETWEEN: readonly Damage[] = [
  {
    title: 'an event is marked as compiled, and nothing was learned of it',
    damage: [
      `with marked as (update ingest.events set learned_at = now() where ${OWN} and learned_at is null returning 1)
       delete from ingest.open_sessions where ${OWN}`,
    ],
    check: 'compiled-events',
    message: /^it is marked as compiled, and nothing was learned of it$/,
    isRepaired: true,
  },
  {
    title: 'an event of which something was learned is not stored',
    ...deleted('ingest.events', `${OWN} and seq = (select min(seq) from ingest.events where ${OWN})`),
    check: 'learned-events',
    message: /^steps were learned of it, and the event is not stored$/,
    isRepaired: false,
  },
  {
    title: 'a memory is not in the search index',
    damage: [`delete from synthesis.entries where ${one('synthesis.entries', `kind = 'memory'`)}`],
    check: 'search-index',
    message: /^the memory is not in the index$/,
    isRepaired: true,
  },
  {
    title: 'an artifact is not in the search index',
    damage: [`delete from synthesis.entries where ${one('synthesis.entries', `kind = 'artifact'`)}`],
    check: 'search-index',
    message: /^the artifact is not in the index$/,
    isRepaired: true,
  },
  {
    title: 'the search index has a memory that does not exist',
    damage: [
      `insert into synthesis.entries
       select (jsonb_populate_record(entry, '{"id": "mem_gone"}')).* from synthesis.entries as entry
       where entry.${one('synthesis.entries', `kind = 'memory'`)}`,
    ],
    check: 'search-index',
    message: /^the memory is not to be in the index$/,
    isRepaired: true,
  },
  {
    title: 'the search index has an earlier version',
    damage: [`update synthesis.entries set revision = revision - 1 where ${one('synthesis.entries')}`],
    check: 'search-index',
    message: /^the index has version \d+ instead of \d+$/,
    isRepaired: true,
  },
  {
    title: 'an entry has another text and place',
    damage: [
      `update synthesis.entries set body = 'Another text', namespace_id = 'ns_other'
       where ${one('synthesis.entries', `kind = 'memory'`)}`,
    ],
    check: 'search-index',
    message: /^the index has another namespace, text$/,
    isRepaired: true,
  },
  {
    title: 'the search index knows another outcome of a session',
    damage: [
      `update synthesis.session_summaries set outcome = case outcome when 'success' then 'failure' else 'success' end
       where ${one('synthesis.session_summaries')}`,
    ],
    check: 'session-summaries',
    message: /^the index knows something else$/,
    isRepaired: true,
  },
  {
    title: 'the search index knows a session that does not exist',
    damage: [
      `insert into synthesis.session_summaries (tenant_id, environment, agent_id, namespace_id, session_id, outcome, identifiers)
       values ($1, 'live', 'coder', '', 'no session', 'success', '{}')`,
    ],
    check: 'session-summaries',
    message: /^the index knows something else$/,
    isRepaired: true,
  },
];

export const DAMAGE_OF_EVENTS_AND_INDEX: readonly Damage[] = [...INGEST, ...BETWEEN];
