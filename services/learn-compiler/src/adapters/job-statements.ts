/** Takes the next due job. $1: the worker; $2: the seconds of its lease. */
export const TAKE = `
  update jobs set status = 'active', worker = $1, leased_until = now() + make_interval(secs => $2),
                  attempts = attempts + 1, started_at = coalesce(started_at, now())
  where (tenant_id, environment, id) = (
    select tenant_id, environment, id from jobs as open
    where (status = 'active' and leased_until < now())
       or (status = 'queued' and not_before <= now() and not exists (
            select 1 from jobs as other where other.tenant_id = open.tenant_id
              and other.environment = open.environment and other.status = 'active'))
    order by case when cause = 'automatic' then greatest(requested_at, not_before) + interval '30 seconds'
                  else requested_at end, id
    limit 1 for update skip locked)
  returning id, tenant_id, environment, request, request_id, traceparent, cause, creator, attempts`;

/** Counts over all tenants. */
export const FIGURES = `
  select waiting, active, failed, "oldestSeconds" from
    (select count(*) filter (where status = 'queued')::integer as waiting,
            count(*) filter (where status = 'active')::integer as active,
            coalesce(greatest(0, extract(epoch from now() - min(requested_at) filter (where status = 'queued'))), 0)::float8
              as "oldestSeconds"
       from jobs where status in ('queued', 'active')) as open,
    (select count(*)::integer as failed
       from jobs where status = 'failed' and finished_at > now() - interval '1 day') as over`;

/** The rows of the tenant scope in $1 and $2. */
export const OWN = 'tenant_id = $1 and environment = $2';
/** A queued job that compiles what an automatic job would. */
export const DOES_THE_SAME = `
  status = 'queued' and (cause = 'automatic' or (cause = 'request' and request::text = '{}'))`;

/** The columns of a job that its readers get. */
export const JOB_COLUMNS = [
  ...['id', 'status', 'stage', 'processed', 'total', 'result', 'error', 'creator'],
  ...['requested_at', 'started_at', 'finished_at'],
]
  .map((name) => `jobs.${name}`)
  .join(', ');
/** Whether a job was requested by the actor with the id $3 and the type $4, itself or by one of its keys. */
export const REQUESTED_BY = `(
  coalesce(creator ->> 'ownerId', creator ->> 'id') = $3
  and case when creator ->> 'ownerId' is null then creator ->> 'type' else 'user' end = $4::text)`;
/** The jobs that a list shows: of the actor $3, $4 or, if that is null, of anyone; with the status $5, unless it is null. */
export const LISTED = `
  from jobs where ${OWN} and ($3::text is null or ${REQUESTED_BY}) and ($5::text is null or status = $5)
    and (cause <> 'automatic' or status <> 'completed' or processed > 0)`;

/** Adds an automatic job unless a queued one does its work. $3 to $8 as in other jobs; $9: the seconds until its start. */
export const ADD_AUTOMATIC = `
  insert into jobs (tenant_id, environment, id, request, request_id, requested_at, creator, traceparent, cause, not_before)
  select $1, $2, $3, $4, $5, $6, $7, $8, 'automatic', greatest(now() + make_interval(secs => $9), (
    select finished_at + least(finished_at - started_at, interval '1 minute') from jobs
    where ${OWN} and cause = 'automatic' and finished_at is not null order by finished_at desc limit 1))
  where not exists (select 1 from jobs where ${OWN} and ${DOES_THE_SAME})
  on conflict do nothing`;

/** Learn jobs that ended, as they are counted by hour: without those that a deletion or nothing at all caused. */
export const ENDED_LEARNING = `
  status in ('completed', 'failed') and starts_with(id, 'lrn_')
  and (cause = 'request' or cause = 'automatic' and (status = 'failed' or processed > 0))`;

/** Whether another tenant scope has a due job. */
export const OTHERS_WAIT = `
  select exists (
    select 1 from jobs where status = 'queued' and not_before <= now() and (tenant_id, environment) <> ($1, $2)) as wait`;

/** The jobs of the day $3, without automatic ones that had nothing to do: a request was faster. */
export const COUNT_ON = `
  select count(*) filter (where cause = 'request')::integer as requested,
         count(*) filter (where cause = 'automatic' and (status <> 'completed' or processed > 0))::integer as automatic
  from jobs
  where ${OWN} and requested_at >= ($3 || 'T00:00:00Z')::timestamptz
    and requested_at < ($3 || 'T00:00:00Z')::timestamptz + interval '1 day'`;

/** The job $3, while the worker $4 holds it. */
export const HELD = "tenant_id = $1 and environment = $2 and id = $3 and worker = $4 and status = 'active'";
