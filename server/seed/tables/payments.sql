-- Payments, oldest first, with histories, receipts, counters, and a statement without PDF each.
create temp table seed_payments on commit drop as
select *, 'PY-' || year || '-' || to_char(running, 'FM000000') as number,
  -- Receipts are numbered in the order of payments, not of posting: no measurement depends on it.
  case when status = 4 then 'AR-' || year || '-' || to_char(posting, 'FM000000') end as receipt_number,
  case when said is not null then created + step end as answered,
  case when status in (3, 4) then created + step * 2 end as verified,
  case when status = 4 then created + step * 3 end as posted,
  case when status = 5 and said is null then created + step * 2 end as rejected
from (
  select *, case when type > 1 and status > 1 then case when status = 5 then 'F' else 'S' end end as said,
    row_number() over (partition by year order by id) as running, count(*) filter (where status = 4) over (partition by year order by id) as posting
  from (
    select *,
      -- Deposits never have the status created.
      greatest(case when id > {payments} * 0.997 then {weighted newestPayments by state} else {weighted olderPayments by state} end,
        case when type = 1 then 2 else 1 end) as status,
      least(interval '5 hours', ({now} - created) / 4) as step, extract(year from created at time zone {zone})::int as year,
      date_trunc('day', (created - (1 + floor(days * 13)) * interval '1 day') at time zone {zone}) at time zone {zone} as soa_date
    from (
      select *, {weighted paymentTypes by kind} as type
      from (
        select n as id, {from} + (n - random()) / {payments} * ({until} - {from}) as created, random() as kind, random() as state, random() as days,
          round((1000 + random() * 23000)::numeric * 4) / 4 as amount, (select min(id) from tenants) + floor(random() * {tenants})::int as tenant_id
        from generate_series(1, {payments}) n
      ) as chances
    ) as drawn
  ) as dated
) as decided
order by id;
analyze seed_payments;

insert into statements (tenant_id, title, soa_amount, soa_date, created_at, updated_at)
select tenant_id, 'Statement of Account, ' || to_char(soa_date at time zone {zone}, 'FMMonth YYYY'), amount, soa_date,
  soa_date + interval '10 hours', soa_date + interval '10 hours'
from seed_payments order by id;

insert into payments (id, reference_number, tenant_id, type, status, version, soa_amount, soa_date, amount_paid, invoice_number, invoice_date,
  transaction_date, name, txn_id, gateway_reference, outsource_status, verified_date, verified_by_id, posted_date, posted_by_id, receipt_number, receipt,
  created_at, updated_at)
overriding system value
select p.id, number, o.id, p.type, p.status, 1 + num_nonnulls(answered, verified, posted, rejected), amount, p.soa_date, amount,
  '(' || o.client_code || ')' || to_char(p.soa_date at time zone {zone}, 'MMDDYYYY'), p.soa_date, created, o.uoccname,
  case when p.type > 1 then number || '-' || lpad(to_hex(p.id), 16, '0') end, case when p.type > 1 then 'G' || to_char(p.id, 'FM000000000') end, said,
  verified, case when verified is not null then {admin} end, posted, case when posted is not null then {admin} end, p.receipt_number,
  case when p.status = 4 then jsonb_build_object(
    'number', p.receipt_number, 'postedAt', pg_temp.iso(posted), 'timeZone', {zone}, 'community', jsonb_build_object('name', {community}, 'logo', null),
    'payer', jsonb_build_object('name', o.uoccname, 'clientCode', o.client_code, 'unitNumber', o.unit_number), 'amount', amount, 'currency', 'PHP',
    'method', ({ways})[p.type], 'transactionDate', pg_temp.iso(created), 'references', jsonb_build_array(jsonb_build_array('Payment', number)),
    'postedBy', {adminName}, 'sandbox', false) end,
  created, coalesce(posted, verified, rejected, answered, created)
from (select * from seed_payments order by id) p join tenants o on o.id = p.tenant_id;

insert into payment_events (payment_id, at, actor_area, actor_id, actor_name, from_status, to_status, from_outsource, to_outsource)
select p.id, e.at, area, case area when 'client' then o.id when 'admin' then {admin} end,
  case area when 'client' then o.uoccname when 'admin' then {adminName} else ({ways})[p.type] end, was, becomes, from_said, to_said
from (select * from seed_payments order by id) p
join tenants o on o.id = p.tenant_id
cross join lateral (values
  (created, 'client', null, case when p.type = 1 then 2 else 1 end, null, null),
  (answered, 'gateway', 1, case said when 'F' then 5 else 2 end, null, said),
  (verified, 'admin', 2, 3, said, said),
  (posted, 'admin', 3, 4, said, said),
  (rejected, 'admin', 2, 5, said, said)) e(at, area, was, becomes, from_said, to_said)
where e.at is not null;

insert into ticket_counters (module, year, last)
select 'payment', year, max(running) from seed_payments group by year;
select setval(pg_get_serial_sequence('payments', 'id'), greatest(max(id), 1), max(id) is not null) from payments;
