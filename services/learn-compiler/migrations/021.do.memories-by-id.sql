-- Until a table is analyzed, and for a tenant that is no common value of it, the planner takes a tenant for one row. A walk
-- through a tenant then looks as cheap as a look-up by id, also to the check of a foreign key: linking the claims of 10,000
-- memories read the whole tenant for each of them. So indexes begin with what is looked up (as in 002). The two that are for
-- walks serve only statements that ask for one: those that list memories leave out side texts, and sweeps compare ages.
alter table claims drop constraint claims_tenant_id_environment_memory_id_fkey;
alter table memories drop constraint memories_pkey, add primary key (id, tenant_id, environment);
alter table claims add foreign key (tenant_id, environment, memory_id) references memories (tenant_id, environment, id)
  on delete cascade;

drop index memories_by_agent, memories_by_session, memories_by_seq, memories_by_age;
create index memories_by_agent on memories (agent_id, tenant_id, environment, seq);
create index memories_by_session on memories (session_id, tenant_id, environment, position);
create index memories_by_seq on memories (tenant_id, environment, seq) where not is_side_text;
create index memories_by_age on memories (tenant_id, environment, greatest(coalesce(last_said, valid_from), restored_at))
  where greatest(coalesce(last_said, valid_from), restored_at) is not null;

-- A page of claims is read in order, instead of all to sort them.
drop index claims_unlinked;
create index claims_unlinked on claims (tenant_id, environment, said_at, memory_id) where not linked;
