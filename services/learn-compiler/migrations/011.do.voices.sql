-- Hashes of who said what a memory holds, at most 32. Memories from before have none: nobody knows whether one person or
-- several said it.
alter table memories add column voices text[] not null default '{}';
