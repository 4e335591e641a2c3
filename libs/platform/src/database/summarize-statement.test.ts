import { expect, test } from '@jest/globals';
import { summarizeStatement } from './summarize-statement.ts';

test.each([
  ['select id, payload from events where tenant_id = $1', 'SELECT', 'events'],
  ['\n  -- why\n  SELECT 1', 'SELECT', undefined],
  ["select 'drop from secrets' as text", 'SELECT', undefined],
  ['select * from unnest($1::text[]) as id', 'SELECT', undefined],
  ['select (select count(*) from inner_table) as n from outer_table', 'SELECT', 'outer_table'],
  ['select waiting from (select 1 from jobs) as open', 'SELECT', undefined],
  ['insert into jobs (tenant_id) values ($1) on conflict do nothing', 'INSERT', 'jobs'],
  ['update "gateway"."ApiKey" set name = $1', 'UPDATE', 'gateway.ApiKey'],
  ['delete from ingest.events where id = any($1)', 'DELETE', 'ingest.events'],
  ['with due as (select id from jobs limit 1) update jobs set status = $1', 'UPDATE', 'jobs'],
  ['with a as (select 1), b as materialized (select 2) select * from a join b on true', 'SELECT', 'a'],
  ['with stored as (insert into events (id) select 1 returning id) select count(*) from stored', 'INSERT', 'events'],
  ['with held as (select id from jobs for update skip locked) select id from held', 'SELECT', 'held'],
  ["BEGIN; SELECT set_config('strata.tenant_id', 'ten_1', true)", 'BEGIN', undefined],
  ['COMMIT', 'COMMIT', undefined],
  ['', '', undefined],
])('a statement is summarized by its command and its table: %s', (sql, operation, collection) => {
  expect(summarizeStatement(sql)).toEqual({ operation, collection });
});
