-- Rows that are older than their tenant's statement are skipped, or taken once that is confirmed (rules 7.14). (The version before
-- skips them all.)
alter table statement_import_rows add column older boolean not null default false;
