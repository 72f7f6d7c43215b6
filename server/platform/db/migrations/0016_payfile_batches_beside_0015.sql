-- Payfile batches (rules 16.12): what the accounting system was handed, once each. A batch keeps its sums when a reset takes the rows.
create table payfile_batches (
  number integer primary key,
  rows integer not null default 0, amount numeric(14,2) not null default 0,
  admin_id bigint references admins,
  created_at timestamptz(3) not null default clock_timestamp()
);
create table payfile_rows (
  entry_id bigint primary key references ledger_entries on delete cascade,
  batch integer not null references payfile_batches
);
create index payfile_rows_batch on payfile_rows (batch);
create index ledger_entries_for_payfile on ledger_entries (id) where kind in ('payment', 'reversal');
create trigger payfile_batches_audit after insert on payfile_batches for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('admin_id');
