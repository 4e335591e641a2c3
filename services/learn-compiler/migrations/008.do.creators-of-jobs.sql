-- The actor that requested a job. Null: the service itself, or a job from before this was recorded.
alter table jobs add column creator json;
