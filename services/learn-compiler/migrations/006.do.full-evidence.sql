-- An artifact is as closed as any memory that it rests on, so it is linked to all of them, however many, and the index is told
-- of them. What was linked to the first 200 alone is out of sight until it is compiled again; a job does that.
alter table artifacts no force row level security;
alter table artifact_memories no force row level security;
alter table index_outbox no force row level security;
alter table changed_scopes no force row level security;
alter table jobs no force row level security;

update artifacts set is_withdrawn = true, is_active = false
where is_active and not is_withdrawn
  and (cardinality(source_events) >= 200 or type = 'task_schema' or type = 'failure_playbook'
       or (select count(*) from artifact_memories as source
           where source.tenant_id = artifacts.tenant_id and source.environment = artifacts.environment
             and source.artifact_id = artifacts.id) >= 200);

insert into changed_scopes (tenant_id, environment, agent_id, namespace_id, mark)
select tenant_id, environment, agent_id, namespace_id, nextval('revisions')
from (select distinct tenant_id, environment, coalesce(agent_id, '') as agent_id, coalesce(namespace_id, '') as namespace_id
      from artifacts where is_withdrawn) as scope
on conflict (tenant_id, environment, agent_id, namespace_id) do update set mark = excluded.mark;

insert into jobs (tenant_id, environment, id, request, request_id, requested_at, cause)
select tenant_id, environment, 'lrn_' || md5(tenant_id || '/' || environment || '/full evidence'), '{"eventIds": []}',
       'req_' || md5(tenant_id || '/' || environment || '/full evidence'), now(), 'retraction'
from (select distinct tenant_id, environment from artifacts where is_withdrawn) as partition;

update artifacts set revision = nextval('revisions') where is_active or is_withdrawn;
insert into index_outbox (tenant_id, environment, entry_id)
select tenant_id, environment, id from artifacts where is_active or is_withdrawn;

alter table artifacts force row level security;
alter table artifact_memories force row level security;
alter table index_outbox force row level security;
alter table changed_scopes force row level security;
alter table jobs force row level security;
