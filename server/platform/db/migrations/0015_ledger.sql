-- The ledger of each tenant (rules 16): entries that are only added, with what they come to. Processes of the version before would
-- post payments and save statements without an entry, so they cannot run beside this one.

-- A withdrawn statement (rules 7.24) counts no longer.
alter table statements add column undone_at timestamptz(3);

-- One row a tenant. `balance` is what is left to pay, below zero a credit: the latest statement's amount, less what was received
-- and plus what was charged since. `raised` is the sum of what its entries raised. Only the triggers below write it; its lock puts
-- the entries of a tenant in order.
create table ledgers (
  tenant_id bigint primary key references tenants on delete cascade,
  entries integer not null default 0,
  balance numeric(14,2) not null default 0,
  soa_amount numeric(14,2) not null default 0,
  received_since numeric(14,2) not null default 0, charged_since numeric(14,2) not null default 0,
  raised numeric(16,2) not null default 0,
  check (balance = soa_amount - received_since + charged_since)
);
create index ledgers_balance on ledgers (balance, tenant_id);

-- `n` counts a tenant's entries from 1. A positive amount raises what is owed; `balance` is the tenant's after it. `date` is a day
-- of the community. `raises` is an amount above zero, `raised` the sum of these up to the entry: what is paid settles the oldest
-- first, so the entries that are open are those whose `raised` is above the ledger's less its balance. The reversal of a payment in the
-- ledger raises nothing: what the payment had settled is open again, with its age. Nor does the withdrawal of a statement, whose own
-- entry then raises nothing either. `covered_by` names the statement that holds the entry already; without one it came since. A reservation's
-- payment has no entry, and a payment of before the ledger may be reversed without one.
create table ledger_entries (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references ledgers on delete cascade,
  n integer not null default 0,
  date date not null,
  kind text not null check (kind in ('opening', 'statement', 'payment', 'withholding', 'reversal', 'charge', 'credit')),
  label text not null default '', reference text not null default '', remarks text not null default '',
  amount numeric(14,2) not null default 0, balance numeric(14,2) not null default 0,
  raises numeric(14,2) not null default 0, raised numeric(16,2) not null default 0,
  statement_id bigint references statements, payment_id bigint references payments, admin_id bigint references admins,
  covered_by bigint references statements,
  created_at timestamptz(3) not null default clock_timestamp(),
  unique (tenant_id, n),
  check ((kind in ('payment', 'withholding', 'reversal')) = (payment_id is not null)),
  check (case when kind in ('payment', 'withholding', 'credit') then amount <= 0 when kind in ('reversal', 'charge') then amount >= 0 else covered_by is null end)
);
create unique index ledger_entries_payment on ledger_entries (payment_id, kind) where payment_id is not null;
create index ledger_entries_open on ledger_entries (tenant_id, raised) include (raises, date) where raises > 0;
create index ledger_entries_since on ledger_entries (tenant_id, date)
  where covered_by is null and kind not in ('opening', 'statement');
create index ledger_entries_covered on ledger_entries (covered_by) where covered_by is not null;

-- Postings, reversals and imports are in the audit log already.
create trigger ledger_entries_audit after insert on ledger_entries for each row
  when (current_setting('tahanan.actor', true) <> '' and new.kind in ('charge', 'credit'))
  execute function audit_change('n', 'balance', 'raises', 'raised', 'admin_id');

-- Gives an entry its number and its balance. The amount of an opening or a statement is what brings the ledger to it.
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
      if new.kind = 'reversal' and exists (select from ledger_entries where payment_id = new.payment_id and kind = 'payment') then
        new.raises := 0;
      end if;
      if new.kind = 'statement' then
        select * into withdrawn from ledger_entries
          where tenant_id = new.tenant_id and statement_id = new.statement_id and kind = 'statement';
        if found then
          update ledger_entries set raised = raised - withdrawn.raises, raises = case when id = withdrawn.id then 0 else raises end
            where tenant_id = new.tenant_id and n >= withdrawn.n;
          ledger.raised := ledger.raised - withdrawn.raises;
          new.raises := 0;
        end if;
      end if;
      new.raised := ledger.raised + new.raises;
      update ledgers set entries = new.n, balance = new.balance, raised = new.raised, soa_amount = ledger.soa_amount,
        received_since = ledger.received_since, charged_since = ledger.charged_since where tenant_id = new.tenant_id;
      return new;
    end $$;
create trigger ledger_entries_add before insert on ledger_entries for each row execute function add_ledger_entry();

-- Of an entry nothing changes but the statement that covers it, which moves its amount from what came since to the statement, and
-- what it raises.
create function keep_ledger_entry() returns trigger language plpgsql as $$
    declare moved numeric := case when (new.covered_by is null) = (old.covered_by is null) then 0
      when new.covered_by is null then -old.amount else old.amount end;
    begin
      old.covered_by := new.covered_by; old.raises := new.raises; old.raised := new.raised;
      if new is distinct from old then raise exception 'entry % of a ledger never changes', old.id; end if;
      update ledgers set soa_amount = soa_amount + moved,
        charged_since = charged_since - case when new.kind in ('charge', 'credit') then moved else 0 end,
        received_since = received_since + case when new.kind in ('charge', 'credit') then 0 else moved end
      where tenant_id = new.tenant_id;
      return new;
    end $$;
create trigger ledger_entries_keep before update on ledger_entries for each row execute function keep_ledger_entry();

-- A ledger goes whole, in a reset, or not at all.
create function keep_ledger_whole() returns trigger language plpgsql as $$
    begin
      if exists (select from ledgers where tenant_id = old.tenant_id) then
        raise exception 'entry % of a ledger is never removed', old.id;
      end if;
      return old;
    end $$;
create trigger ledger_entries_whole before delete on ledger_entries for each row execute function keep_ledger_whole();

-- At the end of each transaction a ledger's statement is the tenant's: nobody changes one without the other.
create function check_ledger() returns trigger language plpgsql as $$
    declare tenant bigint := case when tg_table_name = 'tenants' then (to_jsonb(new) ->> 'id')::bigint else (to_jsonb(new) ->> 'tenant_id')::bigint end;
    begin
      if exists (select from tenants t join ledgers l on l.tenant_id = t.id where t.id = tenant and l.soa_amount <> t.soa_amount) then
        raise exception 'the ledger of tenant % does not hold the latest statement', tenant;
      end if;
      return null;
    end $$;
create constraint trigger tenants_ledger after update of soa_amount on tenants deferrable initially deferred
  for each row when (old.soa_amount <> new.soa_amount) execute function check_ledger();
create constraint trigger ledgers_tenant after update of soa_amount on ledgers deferrable initially deferred
  for each row when (old.soa_amount <> new.soa_amount) execute function check_ledger();

-- Every tenant has a ledger from the first moment; one who comes with an amount begins with it.
create function open_ledger() returns trigger language plpgsql as $$
    begin
      insert into ledgers (tenant_id) values (new.id);
      if new.soa_amount <> 0 then
        insert into ledger_entries (tenant_id, date, kind) values (new.id, coalesce(new.soa_date, new.created_at)::date, 'opening');
      end if;
      return null;
    end $$;
create trigger tenants_open_ledger after insert on tenants for each row execute function open_ledger();

-- Opens all ledgers anew: each with the latest statement's amount on its date, and the payments that were posted after it. Earlier
-- payments are history without effect.
create function open_ledgers(zone text) returns void language plpgsql as $$
    begin
      delete from ledgers;
      delete from ledger_entries;
      insert into ledgers (tenant_id) select id from tenants;
      insert into ledger_entries (tenant_id, date, kind, reference, amount, statement_id, payment_id, admin_id)
      with openings as (
        select t.id, t.soa_amount, s.id as statement_id, s.created_at as imported,
          (coalesce(t.soa_date, s.created_at) at time zone zone)::date as stated, (t.created_at at time zone zone)::date as since
        from tenants t
        left join lateral (select * from statements where tenant_id = t.id and undone_at is null order by id desc limit 1) s on true
      )
      select id, date, kind, reference, amount, statement_id, payment_id, admin_id from (
        select id, coalesce(stated, since) as date, 'opening' as kind, '' as reference, 0 as amount,
          statement_id, null::bigint as payment_id, null::bigint as admin_id, null::timestamptz as posted
        from openings where stated is not null or soa_amount <> 0
        union all
        select o.id, (p.posted_date at time zone zone)::date, 'payment', p.reference_number, -p.amount_paid, null, p.id, p.posted_by_id, p.posted_date
        from payments p join openings o on o.id = p.tenant_id
        where p.status = 4 and p.reservation_id is null and (o.stated is null or p.posted_date > o.imported
          or (p.posted_date at time zone zone)::date > o.stated)
      ) as entries
      order by id, posted nulls first, payment_id;
    end $$;
-- The portal's default zone: the community's own is not known to the database.
select open_ledgers('Asia/Manila');
