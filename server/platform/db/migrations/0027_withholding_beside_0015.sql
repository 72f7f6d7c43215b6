-- Creditable withholding (rules 19.3): tax that a payer kept back of a payment, with its certificate, BIR form 2307. Off by default.
alter table tenants add column withholds_tax smallint not null default 0 check (withholds_tax in (0, 1));
create table withholdings (
  payment_id bigint primary key references payments on delete cascade,
  amount numeric(14,2) not null check (amount > 0),
  tax_code text not null,
  period_from date not null, period_to date not null check (period_to >= period_from),
  certificate jsonb not null default '[]',
  received_at timestamptz(3), received_by_id bigint references admins,
  created_at timestamptz(3) not null default clock_timestamp()
);

-- At the end of each transaction a payment in a ledger has its withheld tax beside it, and its reversal takes both back: an older
-- process, which knows of no tax, cannot post or reverse it.
create function check_withheld() returns trigger language plpgsql as $$
    begin
      if (select sum(e.amount) <> case when bool_or(e.kind = 'reversal') then 0 else -p.amount_paid - w.amount end
          from ledger_entries e join payments p on p.id = e.payment_id join withholdings w on w.payment_id = p.id
          where e.payment_id = new.payment_id group by p.amount_paid, w.amount) then
        raise exception 'the ledger does not hold the tax withheld of payment %', new.payment_id;
      end if;
      return null;
    end $$;
create constraint trigger ledger_entries_withheld after insert on ledger_entries deferrable initially deferred
  for each row when (new.payment_id is not null) execute function check_withheld();
