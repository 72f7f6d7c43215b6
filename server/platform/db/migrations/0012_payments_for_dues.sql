-- Payments: whether a payment is for dues, also once its reservation is removed (rules 16.7).
-- beside: 0001_version_1

alter table payments add column pays_dues boolean not null default true;
comment on column payments.pays_dues is
  'False: for a reservation, so it has no entry in the ledger. Set at insert, never changed.';
comment on column payments.reservation_id is
  'Reservation that it pays for. Null: none, or the reservation was removed (retention, reset).';

-- A trigger, because older versions insert payments without the column.
create function set_pays_dues() returns trigger language plpgsql as $$
    begin
      new.pays_dues := new.pays_dues and new.reservation_id is null;
      return new;
    end $$;
create trigger payments_set_pays_dues before insert on payments
  for each row execute function set_pays_dues();

-- The receipt names a reservation that was removed already.
update payments set pays_dues = false where reservation_id is not null
  or status = 4 and receipt @? 'strict $.references[*] ? (@[0] == "Reservation")';

-- As before, but asks `pays_dues`.
create or replace function open_ledgers(zone text) returns void language plpgsql as $$
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
        where p.status = 4 and p.pays_dues and (o.stated is null or p.posted_date > o.imported
          or (p.posted_date at time zone zone)::date > o.stated)
      ) as entries
      order by id, posted nulls first, payment_id;
    end $$;
