-- Imports that are saved later than others which were prepared after them: a row may be skipped, because what is stored is newer.
-- (The version before writes none, and saves those that it meets in an import which this one prepared, as it saves all that is
-- older.)

-- When its rows were compared; what was saved since is newer than they are.
alter table statement_imports add column prepared_at timestamptz(3) not null default clock_timestamp();
update statement_imports set prepared_at = created_at;
alter table statement_imports add column skipped integer not null default 0;
alter table statement_imports add column corrections_confirmed boolean not null default false;

-- Whether the preview showed it as another amount of the same date.
alter table statement_import_rows add column correction boolean not null default false;
alter table statement_import_rows drop constraint statement_import_rows_verdict_check;
alter table statement_import_rows add constraint statement_import_rows_verdict_check
  check (verdict in ('new', 'changed', 'unchanged', 'refused', 'skipped'));
