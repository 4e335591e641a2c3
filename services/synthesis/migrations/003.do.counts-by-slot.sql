-- Every synthesis is counted before it is answered. Those that end at the same time must not wait for each other's commit, so
-- each connection counts in a row of its own; a day's count is the sum.
alter table synthesis_counts add column slot smallint not null default 0;
alter table synthesis_counts drop constraint synthesis_counts_pkey, add primary key (tenant_id, environment, day, slot);
-- Room for new versions of a row on its own page.
alter table synthesis_counts set (fillfactor = 50);
