-- Bank matching (rules 21): how banks write their files, the files that were imported, and their lines.
create table bank_formats (
  id bigint generated always as identity primary key,
  name text not null,
  mapping jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp()
);
create trigger bank_formats_later_update before update of updated_at on bank_formats
  for each row execute function later_update();
create trigger bank_formats_audit after insert or update or delete on bank_formats for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();

create table bank_imports (
  id bigint generated always as identity primary key,
  name text not null, account text not null,
  lines integer not null, known integer not null, debits integer not null, refused jsonb not null,
  checked integer not null default 0,
  admin_id bigint references admins,
  created_at timestamptz(3) not null default clock_timestamp()
);
create trigger bank_imports_audit after insert on bank_imports for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('refused', 'checked');

-- `hash` is what makes a line the same in another file. `reference_key` is the reference as references are compared.
create table bank_lines (
  id bigint generated always as identity primary key,
  import_id bigint not null references bank_imports on delete cascade,
  line integer not null,
  date date not null,
  amount numeric(12,2) not null check (amount > 0), fee numeric(12,2) not null default 0,
  reference text not null, reference_key text, description text not null, raw text not null,
  hash bytea not null unique,
  payment_id bigint unique references payments on delete set null,
  likely_payment_id bigint references payments on delete set null,
  -- the match verified the payment, so undoing it takes that back
  verified boolean not null default false,
  -- a person took a match back: rules match it no more
  by_hand boolean not null default false,
  reason text not null default '', remarks text not null default '',
  admin_id bigint references admins,
  state smallint not null generated always as (case when payment_id is not null then 3 when remarks <> '' then 4
    when likely_payment_id is not null then 1 else 2 end) stored
);
create index bank_lines_newest on bank_lines (date desc, id desc);
create index bank_lines_state on bank_lines (state, date desc, id desc);
create index bank_lines_import on bank_lines (import_id);
create index bank_lines_reference on bank_lines (reference_key, amount);
create index bank_lines_likely on bank_lines (likely_payment_id) where likely_payment_id is not null;
create trigger bank_lines_audit after update of payment_id, remarks on bank_lines for each row
  when (current_setting('tahanan.actor', true) <> '')
  execute function audit_change('state', 'likely_payment_id', 'by_hand', 'verified', 'hash', 'reference_key');

-- A payment that is rejected or deleted lets go of its line, whoever does it.
create function free_bank_line() returns trigger language plpgsql as $$
    begin
      update bank_lines set payment_id = null, likely_payment_id = null, verified = false, reason = ''
        where payment_id = new.id or likely_payment_id = new.id;
      return null;
    end $$;
create trigger payments_free_bank_line after update of status on payments for each row
  when (new.status in (0, 5) and new.status <> old.status) execute function free_bank_line();
