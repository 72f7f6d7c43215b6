-- Series of receipts and invoices (rules 18). Older processes count receipts in another table, so none may run beside it.
-- One series of a kind is open: the one that issues. With a `year`, the next year opens a series of its own. The numbers of a closed
-- series that were never issued are free for another. `restored_at` stops a series until the last printed number is confirmed.
create table number_series (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('receipt', 'invoice')),
  prefix text not null,
  year integer,
  first integer not null check (first > 0), last integer, next integer not null,
  permit text not null default '', permit_date date,
  registered_name text not null default '', tin text not null default '', address text not null default '',
  admin_id bigint references admins,
  created_at timestamptz(3) not null default clock_timestamp(), closed_at timestamptz(3), restored_at timestamptz(3),
  check (next between first and coalesce(last + 1, next)),
  check (kind = 'receipt' or (last is not null and permit_date is not null and '' not in (permit, registered_name, tin, address))),
  exclude using gist (prefix with =, int8range(first, case when closed_at is null then last + 1 else next end) with &&)
);
create unique index number_series_open on number_series (kind) where closed_at is null;
create trigger number_series_audit after insert on number_series for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('admin_id');

-- The register: every number that was issued. What it was issued for may go in a reset; the number stays. `document` is what an
-- invoice says.
create table issued_numbers (
  id bigint generated always as identity primary key,
  series_id bigint not null references number_series on delete cascade, n integer not null,
  number text not null unique,
  at timestamptz(3) not null default clock_timestamp(),
  tenant_id bigint references tenants on delete set null,
  payment_id bigint unique references payments on delete set null,
  entry_id bigint references ledger_entries on delete set null,
  about text not null default '', amount numeric(12,2),
  document jsonb,
  unique (series_id, n)
);
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
      if new is distinct from old then raise exception 'number % was issued, which is final', old.number; end if;
      return new;
    end $$;
create trigger issued_numbers_keep before update on issued_numbers for each row execute function keep_issued_number();

-- Numbers that are void, with the reason and the number that replaces it, which may come later.
create table void_numbers (
  number_id bigint primary key references issued_numbers on delete cascade,
  reason text not null, remarks text not null default '', replaced_by text references issued_numbers (number),
  admin_id bigint references admins,
  at timestamptz(3) not null default clock_timestamp()
);
create function keep_void_number() returns trigger language plpgsql as $$
    begin
      if old.replaced_by is null then old.replaced_by := new.replaced_by; end if;
      if new is distinct from old then raise exception 'a void number stays void'; end if;
      return new;
    end $$;
create trigger void_numbers_keep before update on void_numbers for each row execute function keep_void_number();

create function number_text(prefix text, n integer) returns text language sql immutable as $$
  select prefix || lpad(n::text, greatest(6, length(n::text)), '0') $$;

-- Makes series and register of the receipts that payments have, a series a year. A number whose payment a reset removed is in it too.
create function enter_receipts() returns void language sql as $$
  insert into number_series (kind, prefix, year, first, next, closed_at)
    select 'receipt', 'AR-' || year || '-', year, 1, max(n) + 1, case when year < max(year) over () then clock_timestamp() end
    from (
      select split_part(receipt_number, '-', 2)::int as year, split_part(receipt_number, '-', 3)::int as n
      from payments where receipt_number is not null
      union all select year, last from ticket_counters where module = 'receipt'
    ) as given group by year order by year;
  insert into issued_numbers (series_id, n, number, at, tenant_id, payment_id, about, amount)
    select s.id, n, number_text(s.prefix, n), coalesce(p.posted_date, s.created_at), p.tenant_id, p.id,
      coalesce('Payment ' || p.reference_number, ''), p.amount_paid
    from number_series s cross join generate_series(1, s.next - 1) as n
      left join payments p on p.receipt_number = number_text(s.prefix, n)
    order by s.id, n;
  insert into void_numbers (number_id, reason, remarks, admin_id, at)
    select i.id, case r.kind when 'enteredInError' then 'Entered in error' when 'chequeReturned' then 'Cheque returned'
      else 'Taken back by the gateway' end, r.remarks, r.admin_id, r.at
    from payment_reversals r join issued_numbers i on i.payment_id = r.payment_id;
  delete from ticket_counters where module = 'receipt';
  $$;
select enter_receipts();
