-- A saved import can be undone until a later one is saved (rules 7.24). Its rows, statements and entries stay; they no longer count.
-- (The version before saves nothing to undo an import with; what it saves stays saved.)
alter table statement_imports drop constraint statement_imports_state_check;
alter table statement_imports add constraint statement_imports_state_check
  check (state in ('prepared', 'saving', 'done', 'abandoned', 'undoing', 'undone'));
-- How many rows are undone, and who asked for it.
alter table statement_imports add column undone integer not null default 0;
alter table statement_imports add column undone_at timestamptz(3);
alter table statement_imports add column undone_by_id bigint references admins;

-- `before` holds the tenant's columns before the row was saved; `kept` says what of them did not come back.
alter table statement_import_rows add column before jsonb;
alter table statement_import_rows add column undone_at timestamptz(3);
alter table statement_import_rows add column kept text;
create index statement_import_rows_kept on statement_import_rows (import_id, row) where kept is not null;
