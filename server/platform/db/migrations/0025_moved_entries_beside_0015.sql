-- Entries that the office moved into the statement of a prepared import, or out of it, against the rule (rules 7.31). (The version
-- before saves by the rule alone.)
create table statement_import_moves (
  entry_id bigint not null references ledger_entries on delete cascade,
  import_id bigint not null references statement_imports on delete cascade,
  in_statement boolean not null,
  primary key (entry_id, import_id)
);
create index statement_import_moves_import on statement_import_moves (import_id);
