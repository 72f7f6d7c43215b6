-- Money in the office: closes of the counter, exports for accounting, reminders of dues, bank matching.

-- --- Counter (rules 17) --------------------------------------------------------------------------
create table cash_closes (
  number integer primary key,
  payments integer not null,
  expected numeric(14,2) not null,
  counted numeric(14,2) not null,
  remarks text not null check (remarks <> '' or counted = expected),
  taken_by text[] not null,
  admin_id bigint references admins,
  created_at timestamptz(3) not null default clock_timestamp()
);
comment on table cash_closes is 'Closes of the counter''s day. Never rewritten.';
comment on column cash_closes.payments is 'Number of cash payments and of their reversals.';
comment on column cash_closes.expected is
  'Pesos taken less given back. `counted` is the drawer without the opening float.';
comment on column cash_closes.taken_by is 'Names of the administrators who took the cash.';
create trigger cash_closes_append_only before update or delete on cash_closes
  for each row execute function refuse_rewriting();
create table cash_close_rows (
  entry_id bigint primary key references ledger_entries on delete cascade,
  close integer not null references cash_closes
);
comment on table cash_close_rows is 'Cash payments and reversals of a close, once each.';
create index cash_close_rows_close on cash_close_rows (close);
create trigger cash_close_rows_append_only before update on cash_close_rows
  for each row execute function refuse_rewriting();

-- --- Payfile (rules 16.12, 16.18) ----------------------------------------------------------------
create table payfile_batches (
  number integer primary key,
  rows integer not null default 0,
  amount numeric(14,2) not null default 0,
  admin_id bigint references admins,
  created_at timestamptz(3) not null default clock_timestamp()
);
comment on table payfile_batches is
  'Batches that the accounting system was given. A reset takes their rows and keeps their sums.';
create trigger payfile_batches_audit after insert on payfile_batches for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('admin_id');
create table payfile_rows (
  entry_id bigint primary key references ledger_entries on delete cascade,
  batch integer not null references payfile_batches
);
comment on table payfile_rows is 'Entries of a batch, once each.';
create index payfile_rows_batch on payfile_rows (batch);

create table payfile_copies (
  id bigint generated always as identity primary key,
  rows integer not null default 0,
  amount numeric(14,2) not null default 0,
  admin_id bigint references admins,
  created_at timestamptz(3) not null default clock_timestamp()
);
comment on table payfile_copies is
  'Downloads of posted payments that closed no batch. Accounting may have booked from one.';
create trigger payfile_copies_audit after insert on payfile_copies for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('admin_id');
create table payfile_copy_rows (
  entry_id bigint not null references ledger_entries on delete cascade,
  copy_id bigint not null references payfile_copies on delete cascade,
  primary key (entry_id, copy_id)
);
comment on table payfile_copy_rows is 'Entries of a copy.';
create index payfile_copy_rows_copy on payfile_copy_rows (copy_id);

-- --- Reminders (rules 20.6) ----------------------------------------------------------------------
create table reminder_batches (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('before', 'on', 'after')),
  days integer not null check (days between 0 and 365),
  text text not null,
  reminders integer not null,
  amount numeric(14,2) not null,
  admin_id bigint not null references admins,
  created_at timestamptz(3) not null default clock_timestamp()
);
comment on table reminder_batches is 'Batches of reminders that the office sent. Never rewritten.';
comment on column reminder_batches.days is 'Days before or after the due date, by `kind`.';
comment on column reminder_batches.reminders is
  'Reminders of the batch without skipped tenants; `amount` is the sum of what is due.';
create trigger reminder_batches_append_only before update on reminder_batches for each row
  execute function refuse_rewriting();
create trigger reminder_batches_audit after insert on reminder_batches for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('admin_id');

create table reminders (
  id bigint generated always as identity primary key,
  batch_id bigint not null references reminder_batches on delete cascade,
  tenant_id bigint not null references tenants on delete cascade,
  due_date date,
  amount numeric(14,2) not null default 0,
  left_to_pay numeric(14,2) not null default 0,
  notification_id bigint,
  started_at timestamptz(3),
  outcome text check (outcome in ('sent', 'noMail', 'failed', 'unclear', 'settled', 'reminded')),
  reason text not null default '',
  at timestamptz(3),
  unique (batch_id, tenant_id)
);
comment on table reminders is 'Reminders of a batch, one a tenant. The outcome is written once.';
comment on column reminders.notification_id is
  'Its notification, whose delivery is its mail. No foreign key: an ended line is not rewritten.';
comment on column reminders.started_at is 'When its notification was written.';
comment on column reminders.outcome is 'Null: waits to be sent.';
create index reminders_tenant on reminders (tenant_id, due_date);
create index reminders_notification on reminders (notification_id) where outcome is null;
create index reminders_waiting on reminders (batch_id, id) where outcome is null;
create trigger reminders_append_only before update on reminders for each row
  when (old.outcome is not null) execute function refuse_rewriting();

-- --- Bank matching (rules 21) --------------------------------------------------------------------
create table bank_formats (
  id bigint generated always as identity primary key,
  name text not null,
  mapping jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table bank_formats is 'How banks write their files.';
create trigger bank_formats_later_update before update of updated_at on bank_formats
  for each row execute function later_update();
create trigger bank_formats_audit after insert or update or delete on bank_formats for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();

create table bank_imports (
  id bigint generated always as identity primary key,
  name text not null,
  account text not null,
  lines integer not null,
  known integer not null,
  debits integer not null,
  left_out integer not null default 0,
  refused jsonb not null,
  checked integer not null default 0,
  admin_id bigint references admins,
  created_at timestamptz(3) not null default clock_timestamp()
);
comment on table bank_imports is 'Files of banks and gateways that were imported.';
comment on column bank_imports.account is 'Its accounts, or the name of its format.';
comment on column bank_imports.known is
  'Lines of an earlier file. `debits` are those of money that went out.';
comment on column bank_imports.left_out is
  'Lines that the bank has not booked, or whose payment is not done.';
comment on column bank_imports.checked is 'Lines that were compared with payments so far.';
create trigger bank_imports_audit after insert on bank_imports for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('refused', 'checked');
create trigger bank_imports_undo_audit after delete on bank_imports for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('refused', 'checked');

create table bank_lines (
  id bigint generated always as identity primary key,
  import_id bigint not null references bank_imports on delete cascade,
  line integer not null,
  account text not null default '',
  date date not null,
  amount numeric(12,2) not null check (amount > 0),
  fee numeric(12,2) not null default 0,
  reference text not null, reference_key text,
  description text not null,
  raw text not null,
  hash bytea not null unique,
  payment_id bigint unique references payments on delete set null,
  likely_payment_id bigint references payments on delete set null,
  verified boolean not null default false,
  by_hand boolean not null default false,
  reason text not null default '',
  remarks text not null default '',
  admin_id bigint references admins,
  state smallint not null generated always as (case when payment_id is not null
    then 3 when remarks <> '' then 4
    when likely_payment_id is not null then 1 else 2 end) stored
);
comment on table bank_lines is 'Lines of bank files: money that came in, in pesos.';
comment on column bank_lines.account is 'Account that the file names; empty if that of its import holds.';
comment on column bank_lines.reference_key is '`reference` as references are compared.';
comment on column bank_lines.hash is 'Same for the same line of another file.';
comment on column bank_lines.payment_id is 'Matched payment. `likely_payment_id` is only proposed.';
comment on column bank_lines.verified is 'The match verified the payment: undoing the match takes that back.';
comment on column bank_lines.by_hand is 'A person undid a match: no rule matches the line again.';
comment on column bank_lines.state is '1 likely, 2 unmatched, 3 matched, 4 explained by remarks.';
create index bank_lines_newest on bank_lines (date desc, id desc);
create index bank_lines_state on bank_lines (state, date desc, id desc);
create index bank_lines_import on bank_lines (import_id);
create index bank_lines_reference on bank_lines (reference_key, amount);
create index bank_lines_likely on bank_lines (likely_payment_id) where likely_payment_id is not null;
create trigger bank_lines_audit after update of payment_id, remarks on bank_lines for each row
  when (current_setting('tahanan.actor', true) <> '')
  execute function audit_change('state', 'likely_payment_id', 'by_hand', 'verified', 'hash', 'reference_key');

-- A payment that is rejected (5) or deleted (0) frees its line.
create function free_bank_line() returns trigger language plpgsql as $$
    begin
      update bank_lines set payment_id = null, likely_payment_id = null, verified = false, reason = ''
        where payment_id = new.id or likely_payment_id = new.id;
      return null;
    end $$;
create trigger payments_free_bank_line after update of status on payments for each row
  when (new.status in (0, 5) and new.status <> old.status) execute function free_bank_line();
