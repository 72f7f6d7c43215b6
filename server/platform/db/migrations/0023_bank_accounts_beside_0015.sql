-- The office's bank accounts that residents pay into (rules 19.1). `title` names one in the audit log.
create table bank_accounts (
  id bigint generated always as identity primary key,
  bank text not null, account_name text not null, account_number text not null,
  title text not null generated always as (bank || ' ' || account_number) stored,
  position integer not null,
  active smallint not null check (active in (0, 1)),
  images jsonb not null default '[]',
  created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp()
);
create trigger bank_accounts_audit after insert or update or delete on bank_accounts for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('title');
create trigger bank_accounts_later_update before update of updated_at on bank_accounts
  for each row execute function later_update();
