-- Statements: new codes in an import that may be another tenant's.
-- beside: 0001_baseline

alter table statement_import_rows add column doubtful boolean not null default false;
comment on column statement_import_rows.doubtful is
  'Left out unless confirmed: its code may be another tenant''s, damaged by a spreadsheet, or no tenant''s (rules 7.34).';
