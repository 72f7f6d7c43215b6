-- Statements and imports: statements of account, and the files they come from.

create table statement_imports (
  id bigint generated always as identity primary key,
  uniq_id text not null,
  admin_id bigint not null references admins,
  state text not null default 'prepared'
    check (state in ('prepared', 'saving', 'done', 'abandoned', 'undoing', 'undone')),
  soa_file text, web_client_file text,
  soa_file_name text not null default '', web_client_file_name text not null default '',
  date_order text check (date_order in ('DMY', 'MDY')),
  content_sha bytea,
  total integer not null default 0, saved integer not null default 0,
  created integer not null default 0, updated integer not null default 0,
  unchanged integer not null default 0, refused integer not null default 0,
  skipped integer not null default 0,
  amount_before numeric(16,2) not null default 0, amount_after numeric(16,2) not null default 0,
  pdfs integer not null default 0, pdf_bytes bigint not null default 0,
  missing_pdfs integer not null default 0, extra_pdfs integer not null default 0,
  corrections_confirmed boolean not null default false,
  problem text,
  prepared_at timestamptz(3) not null default clock_timestamp(),
  saving_at timestamptz(3),
  done_at timestamptz(3),
  undone integer not null default 0,
  undone_at timestamptz(3), undone_by_id bigint references admins,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table statement_imports is
  'Imports, prepared first and then saved in chunks. Saved rows are marked, so a killed import goes on.';
comment on column statement_imports.uniq_id is
  'Name chosen by the browser. One open import has it; later ones may have it again.';
comment on column statement_imports.soa_file is 'Key of a file, like `web_client_file`.';
comment on column statement_imports.content_sha is
  'SHA-256 of a list that came in one call: the same list again is the same import.';
comment on column statement_imports.total is
  'Rows to save. `created` to `skipped` count all rows by outcome.';
comment on column statement_imports.amount_before is
  'Pesos: sum of the tenants'' statements before the import.';
comment on column statement_imports.problem is 'Why the import stopped.';
comment on column statement_imports.prepared_at is
  'When its rows were compared: what was saved since is newer than they are.';
comment on column statement_imports.undone is 'Rows that are undone.';
create unique index statement_imports_open on statement_imports (uniq_id)
  where state in ('prepared', 'saving');
create index statement_imports_uniq_id on statement_imports (uniq_id, id desc);
create trigger statement_imports_audit after insert or update or delete on statement_imports for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('saved', 'saving_at');

create table statement_import_rows (
  import_id bigint not null references statement_imports on delete cascade,
  row integer not null,
  source text not null check (source in ('soa', 'webClient', 'list')),
  line integer not null,
  urefno text not null,
  verdict text not null check (verdict in ('new', 'changed', 'unchanged', 'refused', 'skipped')),
  reason text,
  tenant_id bigint references tenants on delete cascade,
  fields jsonb not null default '{}',
  amount numeric(12,2),
  invdate timestamptz(3),
  due_date date,
  attachment text, pdf text,
  amount_before numeric(12,2), amount_after numeric(12,2),
  sha_before bytea,
  expected_from numeric(14,2), expected_to numeric(14,2),
  correction boolean not null default false,
  older boolean not null default false,
  doubtful boolean not null default false,
  statement boolean not null default false,
  file_key text, file_sha bytea,
  saved_at timestamptz(3),
  before jsonb,
  undone_at timestamptz(3),
  kept text,
  primary key (import_id, row)
);
comment on table statement_import_rows is 'Rows of an import, merged of both files.';
comment on column statement_import_rows.source is 'File that `line` counts in.';
comment on column statement_import_rows.urefno is 'Client code.';
comment on column statement_import_rows.reason is 'Why it is refused; for other rows, what to look at.';
comment on column statement_import_rows.fields is
  'Columns of the tenant, of the web-client file. So is `amount`.';
comment on column statement_import_rows.invdate is
  'Date of the statement, of the SOA file. So is `attachment`.';
comment on column statement_import_rows.pdf is '`attachment` as names of PDFs are compared.';
comment on column statement_import_rows.amount_before is 'The tenant''s amount when the rows were compared.';
comment on column statement_import_rows.sha_before is
  'SHA-256 of the PDF of the tenant''s statement when the rows were compared.';
comment on column statement_import_rows.expected_from is
  'Lowest amount that the balance, payments and last statements let expect (rules 7.32). Null: nothing does.';
comment on column statement_import_rows.correction is
  'The preview showed it as another amount of the same date.';
comment on column statement_import_rows.older is
  'The preview showed it as older than the tenant''s statement.';
comment on column statement_import_rows.doubtful is
  'Left out unless confirmed: its code may be another tenant''s, damaged by a spreadsheet, or no tenant''s (rules 7.34).';
comment on column statement_import_rows.statement is 'Saving it makes a statement.';
comment on column statement_import_rows.file_key is 'Key of the PDF that came for it.';
comment on column statement_import_rows.before is
  'The tenant''s columns before the row was saved, for undoing.';
comment on column statement_import_rows.kept is 'What undoing did not bring back.';
create index statement_import_rows_unsaved on statement_import_rows (import_id, row)
  where saved_at is null and verdict <> 'refused';
create index statement_import_rows_refused on statement_import_rows (import_id, row)
  where verdict = 'refused';
create index statement_import_rows_pdf on statement_import_rows (import_id, pdf) where pdf is not null;
create index statement_import_rows_kept on statement_import_rows (import_id, row) where kept is not null;

create table statement_import_files (
  import_id bigint not null references statement_imports on delete cascade,
  name text not null,
  original_name text not null,
  file_key text not null,
  sha256 bytea not null,
  bytes bigint not null,
  primary key (import_id, name)
);
comment on table statement_import_files is 'PDFs that came for an import.';
comment on column statement_import_files.name is
  'As names of PDFs are compared. The same name again replaces the file.';

create table statements (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenants on delete cascade,
  import_id bigint references statement_imports on delete set null,
  title text not null default '',
  soa_amount numeric(12,2) not null,
  soa_date timestamptz(3),
  due_date date,
  soa_name text,
  attachment text,
  sha256 bytea,
  undone_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table statements is 'Statements of account, kept for good. The tenant has a copy of the latest.';
comment on column statements.soa_amount is 'Pesos. Below zero: a credit.';
comment on column statements.due_date is
  'Day of the community, of the file or by the days of grace (rules 20.1).';
comment on column statements.soa_name is
  'Key of the PDF. `attachment` is its name in the SOA file, `sha256` that of its content.';
comment on column statements.undone_at is 'Withdrawn: its import was undone (rules 7.24).';
create index statements_tenant on statements (tenant_id, id desc);
