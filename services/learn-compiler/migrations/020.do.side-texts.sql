-- A side text is no memory: a bare question, a reaction, a closing phrase, or a long text that a program wrote. It is kept to be
-- found with the turns around it, and deleted and hidden like a memory. What was compiled before stays a memory.
alter table memories add column is_side_text boolean not null default false;
