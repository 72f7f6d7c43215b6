-- Ledger: the entries of each tenant, and their sums (rules 16).

create table ledgers (
  tenant_id bigint primary key references tenants on delete cascade,
  entries integer not null default 0,
  balance numeric(14,2) not null default 0,
  soa_amount numeric(14,2) not null default 0,
  received_since numeric(14,2) not null default 0, charged_since numeric(14,2) not null default 0,
  raised numeric(16,2) not null default 0,
  check (balance = soa_amount - received_since + charged_since)
);
comment on table ledgers is
  'Sums of a tenant''s entries, in pesos, written by triggers. The lock on a row puts its entries in order.';
comment on column ledgers.entries is 'Number of entries.';
comment on column ledgers.balance is 'Left to pay. Below zero: a credit.';
comment on column ledgers.soa_amount is 'Amount of the latest statement.';
comment on column ledgers.received_since is
  'Posted less reversed since the latest statement. `charged_since` is charges less credits.';
comment on column ledgers.raised is 'Sum of `raises` of all entries.';
create index ledgers_balance on ledgers (balance, tenant_id);

-- Payments settle the oldest entries first, so an entry is open as far as its `raised` is above the ledger's
-- `raised` less its `balance`. The reversal of a payment raises nothing: what the payment had settled is open
-- again, with its age. A statement that is withdrawn and its withdrawal
-- raise nothing either. A payment of a reservation has no entry.
create table ledger_entries (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references ledgers on delete cascade,
  n integer not null default 0,
  date date not null,
  kind text not null
    check (kind in ('opening', 'statement', 'payment', 'withholding', 'reversal', 'charge', 'credit')),
  label text not null default '', reference text not null default '', remarks text not null default '',
  amount numeric(14,2) not null default 0,
  balance numeric(14,2) not null default 0,
  raises numeric(14,2) not null default 0, raised numeric(16,2) not null default 0,
  due_date date,
  statement_id bigint references statements,
  payment_id bigint references payments,
  admin_id bigint references admins,
  covered_by bigint references statements,
  created_at timestamptz(3) not null default clock_timestamp(),
  unique (tenant_id, n),
  check ((kind in ('payment', 'withholding', 'reversal')) = (payment_id is not null)),
  check (case when kind in ('payment', 'withholding', 'credit') then amount <= 0
    when kind in ('reversal', 'charge') then amount >= 0 else covered_by is null end)
);
comment on table ledger_entries is 'Entries of ledgers, only added. Amounts are pesos.';
comment on column ledger_entries.n is 'Counts the tenant''s entries from 1.';
comment on column ledger_entries.date is 'Day of the community.';
comment on column ledger_entries.amount is
  'Above zero: raises what the tenant owes. Of a statement, the difference that it makes.';
comment on column ledger_entries.balance is 'The tenant''s balance after the entry.';
comment on column ledger_entries.raises is
  '`amount` above zero, less what named payments settled of a charge.';
comment on column ledger_entries.raised is 'Sum of `raises` up to this entry.';
comment on column ledger_entries.due_date is
  'Day from which its age counts. Follows later imports of the statement.';
comment on column ledger_entries.covered_by is
  'Statement whose amount holds the entry already. Null: it came since.';
create unique index ledger_entries_payment on ledger_entries (payment_id, kind) where payment_id is not null;
create index ledger_entries_open on ledger_entries (tenant_id, raised) include (raises, n, date, due_date)
  where raises > 0;
create index ledger_entries_since on ledger_entries (tenant_id, date)
  where covered_by is null and kind not in ('opening', 'statement');
create index ledger_entries_covered on ledger_entries (covered_by) where covered_by is not null;
create index ledger_entries_for_payfile on ledger_entries (id) where kind in ('payment', 'reversal');
create index ledger_entries_statements on ledger_entries (date) where kind = 'statement';
-- An amount without a due date of its own is due with the first statement after it that has one (rules 20.4).
create index ledger_entries_due on ledger_entries (tenant_id, n) include (date, due_date, statement_id)
  where kind = 'statement' and due_date is not null;
-- Postings, reversals and imports are in the audit log already.
create trigger ledger_entries_audit after insert on ledger_entries for each row
  when (current_setting('tahanan.actor', true) <> '' and new.kind in ('charge', 'credit'))
  execute function audit_change('n', 'balance', 'raises', 'raised', 'admin_id');
alter table payments add foreign key (charge_id) references ledger_entries on delete set null;

-- Gives an entry its number and its balance. The amount of an opening or a statement is the one that brings
-- the ledger to it. `kind <> 'opening'` finds the withdrawn statement: without statistics, `kind =
-- 'statement'` would read the index of all tenants' statements.
create function add_ledger_entry() returns trigger language plpgsql as $$
    declare ledger ledgers; withdrawn ledger_entries;
    begin
      select * into strict ledger from ledgers where tenant_id = new.tenant_id for no key update;
      if new.kind in ('opening', 'statement') then
        new.amount := (select soa_amount from tenants where id = new.tenant_id) - ledger.soa_amount;
        ledger.soa_amount := ledger.soa_amount + new.amount;
      elsif new.kind in ('charge', 'credit') then
        ledger.charged_since := ledger.charged_since + new.amount;
      else
        ledger.received_since := ledger.received_since - new.amount;
      end if;
      new.n := ledger.entries + 1;
      new.balance := ledger.balance + new.amount;
      new.raises := greatest(new.amount, 0);
      if new.kind = 'reversal' and exists (select from ledger_entries
        where payment_id = new.payment_id and kind = 'payment') then
        new.raises := 0;
      end if;
      if new.kind = 'statement' then
        select * into withdrawn from ledger_entries
          where tenant_id = new.tenant_id and statement_id = new.statement_id and kind <> 'opening';
        if found then
          update ledger_entries set raised = raised - withdrawn.raises, raises = case when id = withdrawn.id
            then 0 else raises end
            where tenant_id = new.tenant_id and n >= withdrawn.n;
          ledger.raised := ledger.raised - withdrawn.raises;
          new.raises := 0;
        end if;
      end if;
      new.raised := ledger.raised + new.raises;
      update ledgers set entries = new.n, balance = new.balance, raised = new.raised,
        soa_amount = ledger.soa_amount,
        received_since = ledger.received_since, charged_since = ledger.charged_since
          where tenant_id = new.tenant_id;
      return new;
    end $$;
create trigger ledger_entries_add before insert on ledger_entries
  for each row execute function add_ledger_entry();

-- The due date of an opening is its statement's.
create function open_with_due_date() returns trigger language plpgsql as $$
    begin
      new.due_date := (select due_date from statements where id = new.statement_id);
      return new;
    end $$;
create trigger ledger_entries_open_due before insert on ledger_entries for each row
  when (new.kind = 'opening' and new.statement_id is not null) execute function open_with_due_date();

-- Keeps an entry as it is, but for its due date, what it raises, and the statement that covers it: covering
-- moves its amount from what came since into the statement.
create function keep_ledger_entry() returns trigger language plpgsql as $$
    declare moved numeric := case when (new.covered_by is null) = (old.covered_by is null) then 0
      when new.covered_by is null then -old.amount else old.amount end;
    begin
      old.covered_by := new.covered_by; old.raises := new.raises; old.raised := new.raised;
      old.due_date := new.due_date;
      if new is distinct from old then raise exception 'entry % of a ledger never changes', old.id; end if;
      update ledgers set soa_amount = soa_amount + moved,
        charged_since = charged_since - case when new.kind in ('charge', 'credit') then moved else 0 end,
        received_since = received_since + case when new.kind in ('charge', 'credit') then 0 else moved end
      where tenant_id = new.tenant_id;
      return new;
    end $$;
create trigger ledger_entries_keep before update on ledger_entries
  for each row execute function keep_ledger_entry();

-- A reset removes a ledger with all its entries; nothing removes a single entry.
create function keep_ledger_whole() returns trigger language plpgsql as $$
    begin
      if exists (select from ledgers where tenant_id = old.tenant_id) then
        raise exception 'entry % of a ledger is never removed', old.id;
      end if;
      return old;
    end $$;
create trigger ledger_entries_whole before delete on ledger_entries
  for each row execute function keep_ledger_whole();

-- At the end of each transaction the ledger's statement is the tenant's.
create function check_ledger() returns trigger language plpgsql as $$
    declare tenant bigint := case when tg_table_name = 'tenants'
      then (to_jsonb(new) ->> 'id')::bigint else (to_jsonb(new) ->> 'tenant_id')::bigint end;
    begin
      if exists (select from tenants t join ledgers l on l.tenant_id = t.id
        where t.id = tenant and l.soa_amount <> t.soa_amount) then
        raise exception 'the ledger of tenant % does not hold the latest statement', tenant;
      end if;
      return null;
    end $$;
create constraint trigger tenants_ledger after update of soa_amount on tenants deferrable initially deferred
  for each row when (old.soa_amount <> new.soa_amount) execute function check_ledger();
create constraint trigger ledgers_tenant after update of soa_amount on ledgers deferrable initially deferred
  for each row when (old.soa_amount <> new.soa_amount) execute function check_ledger();

-- Every tenant has a ledger from the start; one who comes with an amount begins with it.
create function open_ledger() returns trigger language plpgsql as $$
    begin
      insert into ledgers (tenant_id) values (new.id);
      if new.soa_amount <> 0 then
        insert into ledger_entries (tenant_id, date, kind)
          values (new.id, coalesce(new.soa_date, new.created_at)::date, 'opening');
      end if;
      return null;
    end $$;
create trigger tenants_open_ledger after insert on tenants for each row execute function open_ledger();

-- Opens all ledgers anew, after a reset of payments: each with the latest statement's amount on its date, and
-- the payments that were posted after it. Earlier payments are history without effect. Status 4 is posted.
create function open_ledgers(zone text) returns void language plpgsql as $$
    begin
      delete from ledgers;
      delete from ledger_entries;
      insert into ledgers (tenant_id) select id from tenants;
      insert into ledger_entries
        (tenant_id, date, kind, reference, amount, statement_id, payment_id, admin_id)
      with openings as (
        select t.id, t.soa_amount, s.id as statement_id, s.created_at as imported,
          (coalesce(t.soa_date, s.created_at) at time zone zone)::date as stated,
          (t.created_at at time zone zone)::date as since
        from tenants t
        left join lateral (select * from statements
          where tenant_id = t.id and undone_at is null order by id desc limit 1) s on true
      )
      select id, date, kind, reference, amount, statement_id, payment_id, admin_id from (
        select id, coalesce(stated, since) as date, 'opening' as kind, '' as reference, 0 as amount,
          statement_id, null::bigint as payment_id, null::bigint as admin_id, null::timestamptz as posted
        from openings where stated is not null or soa_amount <> 0
        union all
        select o.id, (p.posted_date at time zone zone)::date, 'payment', p.reference_number,
          -p.amount_paid, null, p.id, p.posted_by_id, p.posted_date
        from payments p join openings o on o.id = p.tenant_id
        where p.status = 4 and p.reservation_id is null and (o.stated is null or p.posted_date > o.imported
          or (p.posted_date at time zone zone)::date > o.stated)
      ) as entries
      order by id, posted nulls first, payment_id;
    end $$;

-- At the end of each transaction a payment in a ledger has its withheld tax beside it, and its reversal takes
-- both back.
create function check_withheld() returns trigger language plpgsql as $$
    begin
      if (select sum(e.amount) <> case when bool_or(e.kind = 'reversal')
        then 0 else -p.amount_paid - w.amount end
          from ledger_entries e join payments p on p.id = e.payment_id
            join withholdings w on w.payment_id = p.id
          where e.payment_id = new.payment_id group by p.amount_paid, w.amount) then
        raise exception 'the ledger does not hold the tax withheld of payment %', new.payment_id;
      end if;
      return null;
    end $$;
create constraint trigger ledger_entries_withheld after insert on ledger_entries deferrable initially deferred
  for each row when (new.payment_id is not null) execute function check_withheld();

-- --- Charges that are settled first --------------------------------------------------------------
create table ledger_settlements (
  payment_id bigint not null references payments on delete cascade,
  charge_id bigint not null references ledger_entries on delete cascade,
  amount numeric(14,2) not null check (amount > 0),
  primary key (payment_id, charge_id)
);
comment on table ledger_settlements is
  'Parts of payments that settled a charge before the oldest entries: one that was named, or a penalty.';
create index ledger_settlements_charge on ledger_settlements (charge_id);

-- Lowers what a charge raises by what was settled of it, or with a negative part raises it again: the rest of
-- the ledger is settled as if the charge and that part of the payment had never been.
create function settle_charge(charge bigint, part numeric) returns void language plpgsql as $$
    declare entry ledger_entries;
    begin
      select * into strict entry from ledger_entries where id = charge;
      update ledger_entries set raised = raised - part, raises = raises - case when id = charge
        then part else 0 end
        where tenant_id = entry.tenant_id and n >= entry.n;
      update ledgers set raised = raised - part where tenant_id = entry.tenant_id;
    end $$;

-- Settles charges by a payment that was just entered: the one that it names, then, if they come first,
-- penalties from the oldest on. Withheld tax, whose entry is added before the payment's, settles with it.
create function settle_charges(payment bigint, penalties_first boolean) returns void language plpgsql as $$
    declare entry ledger_entries; named bigint := (select charge_id from payments
      where id = payment); charge bigint; unsettled numeric; part numeric;
    begin
      select * into strict entry from ledger_entries where payment_id = payment and kind = 'payment';
      unsettled := -(select sum(amount) from ledger_entries
        where payment_id = payment and kind in ('payment', 'withholding'));
      for charge in select id from ledger_entries
        where tenant_id = entry.tenant_id and kind = 'charge' and raises > 0
        and (id = named or penalties_first and lower(label) in ('penalty', 'interest'))
          order by id is distinct from named, n
      loop
        part := (select least(unsettled, e.raises, e.raised - l.raised + l.balance + unsettled)
          from ledger_entries e join ledgers l using (tenant_id) where e.id = charge);
        continue when part <= 0;
        insert into ledger_settlements values (payment, charge, part);
        perform settle_charge(charge, part);
        unsettled := unsettled - part;
      end loop;
    end $$;

-- --- Entries that the office moved ---------------------------------------------------------------
create table statement_import_moves (
  entry_id bigint not null references ledger_entries on delete cascade,
  import_id bigint not null references statement_imports on delete cascade,
  in_statement boolean not null,
  primary key (entry_id, import_id)
);
comment on table statement_import_moves is
  'Entries that the office moved into the statement of a prepared import, or out of it (rules 7.31).';
create index statement_import_moves_import on statement_import_moves (import_id);
