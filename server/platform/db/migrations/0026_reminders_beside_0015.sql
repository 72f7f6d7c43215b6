-- Reminders of what is due (rules 20.6): batches that the office sends, and a line for each tenant. Both are a log, never rewritten: a
-- line gets its outcome once.
create table reminder_batches (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('before', 'on', 'after')),
  days integer not null check (days between 0 and 365),
  text text not null,
  admin_id bigint not null references admins,
  created_at timestamptz(3) not null default clock_timestamp()
);
create trigger reminder_batches_append_only before update on reminder_batches for each row
  execute function refuse_rewriting();
create trigger reminder_batches_audit after insert on reminder_batches for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('admin_id');

-- `started_at` is set before the mail is sent: after a crash in between nobody is written to twice.
create table reminders (
  id bigint generated always as identity primary key,
  batch_id bigint not null references reminder_batches on delete cascade,
  tenant_id bigint not null references tenants on delete cascade,
  due_date date,
  amount numeric(14,2) not null default 0, left_to_pay numeric(14,2) not null default 0,
  started_at timestamptz(3),
  outcome text check (outcome in ('sent', 'noMail', 'failed', 'unclear', 'settled', 'reminded')),
  reason text not null default '',
  at timestamptz(3),
  unique (batch_id, tenant_id)
);
create index reminders_tenant on reminders (tenant_id, due_date);
create index reminders_waiting on reminders (batch_id, id) where outcome is null;
create trigger reminders_append_only before update on reminders for each row
  when (old.outcome is not null) execute function refuse_rewriting();
