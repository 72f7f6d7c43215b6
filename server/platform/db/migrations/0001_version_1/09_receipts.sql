-- Receipts and invoices: series, the register of issued numbers, void numbers (rules 18).

create table number_series (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('receipt', 'invoice')),
  prefix text not null,
  year integer,
  first integer not null check (first > 0), last integer,
  next integer not null,
  permit text not null default '', permit_date date,
  registered_name text not null default '', tin text not null default '', address text not null default '',
  admin_id bigint references admins,
  created_at timestamptz(3) not null default clock_timestamp(),
  closed_at timestamptz(3),
  restored_at timestamptz(3),
  check (next between first and coalesce(last + 1, next)),
  check (kind = 'receipt' or
    (last is not null and permit_date is not null and '' not in (permit, registered_name, tin, address))),
  -- A closed series frees the numbers that it never issued.
  exclude using gist (prefix with =, int8range(first, case when closed_at is null
    then last + 1 else next end) with &&)
);
comment on table number_series is 'Series of numbers. The open one of a kind issues.';
comment on column number_series.year is
  'The series ends with this year, and the next year opens one. Null: it does not end.';
comment on column number_series.last is 'Null: no end.';
comment on column number_series.next is 'Number to issue next.';
comment on column number_series.permit is 'Of the tax office, like the columns up to `address`.';
comment on column number_series.restored_at is
  'A backup was restored: nothing is issued until the last printed number is confirmed (rules 18.9).';
create unique index number_series_open on number_series (kind) where closed_at is null;
create trigger number_series_audit after insert on number_series for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('admin_id');

create table issued_numbers (
  id bigint generated always as identity primary key,
  series_id bigint not null references number_series on delete cascade,
  n integer not null,
  number text not null unique,
  at timestamptz(3) not null default clock_timestamp(),
  tenant_id bigint references tenants on delete set null,
  payment_id bigint unique references payments on delete set null,
  entry_id bigint references ledger_entries on delete set null,
  about text not null default '',
  amount numeric(12,2),
  document jsonb,
  unique (series_id, n)
);
comment on table issued_numbers is
  'Register of numbers. A reset may remove what a number was issued for; the number stays.';
comment on column issued_numbers.number is 'As printed: prefix and `n`.';
comment on column issued_numbers.entry_id is 'Entry of the ledger that an invoice bills.';
comment on column issued_numbers.about is 'What it was issued for, in words.';
comment on column issued_numbers.document is 'What is printed on an invoice.';
create index issued_numbers_entry on issued_numbers (entry_id, id) where entry_id is not null;
create trigger issued_numbers_audit after insert on issued_numbers for each row
  when (current_setting('tahanan.actor', true) <> '' and new.document is not null)
  execute function audit_change('n', 'document', 'series_id', 'payment_id');
create function keep_issued_number() returns trigger language plpgsql as $$
    begin
      if new.tenant_id is null then old.tenant_id := null; end if;
      if new.payment_id is null then old.payment_id := null; end if;
      if new.entry_id is null then old.entry_id := null; end if;
      if new.document is null then old.document := null; end if;
      if new is distinct from old then
        raise exception 'number % was issued, which is final', old.number;
      end if;
      return new;
    end $$;
create trigger issued_numbers_keep before update on issued_numbers
  for each row execute function keep_issued_number();

create table void_numbers (
  number_id bigint primary key references issued_numbers on delete cascade,
  reason text not null,
  remarks text not null default '',
  replaced_by text references issued_numbers (number),
  admin_id bigint references admins,
  at timestamptz(3) not null default clock_timestamp()
);
comment on table void_numbers is 'Numbers that are void.';
comment on column void_numbers.replaced_by is 'Number issued in its place, which may be named later.';
-- A number is replaced by a later one of its kind and tenant that is not void itself (rules 18.12).
create function keep_void_number() returns trigger language plpgsql as $$
    begin
      if old.replaced_by is null and new.replaced_by is not null then
        if not exists (
          select from issued_numbers gone join number_series g on g.id = gone.series_id
            join issued_numbers next on next.tenant_id = gone.tenant_id and next.id > gone.id
            join number_series n on n.id = next.series_id and n.kind = g.kind
            left join void_numbers v on v.number_id = next.id
          where gone.id = old.number_id and next.number = new.replaced_by and v.number_id is null
        ) then raise exception 'number % cannot replace it', new.replaced_by; end if;
        old.replaced_by := new.replaced_by;
      end if;
      if new is distinct from old then raise exception 'a void number stays void'; end if;
      return new;
    end $$;
create trigger void_numbers_keep before update on void_numbers
  for each row execute function keep_void_number();

-- Returns a number as printed: six digits at least.
create function number_text(prefix text, n integer) returns text language sql immutable as $$
  select prefix || lpad(n::text, greatest(6, length(n::text)), '0') $$;

create table receipt_logos (key text primary key, png bytea not null);
comment on table receipt_logos is
  'Small copies of the logos on receipts: a replaced logo''s own file is removed.';
comment on column receipt_logos.key is 'Key of the logo''s file.';
