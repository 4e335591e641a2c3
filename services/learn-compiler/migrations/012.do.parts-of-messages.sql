-- A long message gives several memories at successive positions: which of them a memory is, from 0, and how many there are.
-- Memories from before count as messages of their own.
alter table memories add column part integer not null default 0, add column parts integer not null default 1;
