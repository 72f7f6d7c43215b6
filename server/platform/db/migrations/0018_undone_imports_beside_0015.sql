-- A saved import can be undone until a later one is saved (rules 7.24). Its rows, statements and entries stay; they no longer count.
-- (The version before saves nothing to undo an import with; what it saves stays saved.)
alter table statement_imports drop constraint statement_imports_state_check;
alter table statement_imports add constraint statement_imports_state_check
  check (state in ('prepared', 'saving', 'done', 'abandoned', 'undoing', 'undone'));
-- How many rows are undone, and who asked for it.
alter table statement_imports add column undone integer not null default 0;
alter table statement_imports add column undone_at timestamptz(3);
alter table statement_imports add column undone_by_id bigint references admins;

-- `before` holds the tenant's columns before the row was saved; `kept` says what of them did not come back.
alter table statement_import_rows add column before jsonb;
alter table statement_import_rows add column undone_at timestamptz(3);
alter table statement_import_rows add column kept text;
create index statement_import_rows_kept on statement_import_rows (import_id, row) where kept is not null;

alter table statements add column undone_at timestamptz(3);

create or replace function open_ledgers(zone text) returns void language plpgsql as $$
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
