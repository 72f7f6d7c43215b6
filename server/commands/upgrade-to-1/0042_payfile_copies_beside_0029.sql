-- Downloads of posted payments that closed no batch (rules 16.18): accounting may have booked from one. A copy keeps its sums when a
-- reset takes the rows.
create table payfile_copies (
  id bigint generated always as identity primary key,
  rows integer not null default 0, amount numeric(14,2) not null default 0,
  admin_id bigint references admins,
  created_at timestamptz(3) not null default clock_timestamp()
);
create table payfile_copy_rows (
  entry_id bigint not null references ledger_entries on delete cascade,
  copy_id bigint not null references payfile_copies on delete cascade,
  primary key (entry_id, copy_id)
);
create index payfile_copy_rows_copy on payfile_copy_rows (copy_id);
create trigger payfile_copies_audit after insert on payfile_copies for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('admin_id');
