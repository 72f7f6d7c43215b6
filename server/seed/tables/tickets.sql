-- Tickets, oldest first, with histories, bookings and counters. `seed_stories` has their texts.
create temp table seed_plan on commit drop as
select n, created, module, variety, pace, {weighted ticketStatuses by state} as status,
  -- Some tenants file many more tickets than others.
  (select min(id) from tenants) + floor(power(who, 1.5) * {tenants})::int as tenant_id,
  floor(variety * (select count(*) from seed_stories s where s.module = c.module))::int as story,
  extract(year from created at time zone {zone})::int as year, (created at time zone {zone})::date as day
from (
  select *, {weighted modules by kind} as module
  from (
    select n, {from} + (n - random()) / {tickets} * ({until} - {from}) as created, random() as kind, random() as variety, random() as who,
      random() as state, random() as pace
    from generate_series(1, {tickets}) n
  ) as drawn
) as c;

create temp table seed_tickets on commit drop as
select n as id, module, tenant_id, story, status, year, running, created,
  (select prefix from seed_modules m where m.module = p.module) || '-' || year || '-' || to_char(running, 'FM000000') as number,
  -- Seven of ten guests have a unique name.
  case when random() < 0.7 then {anyName} end as guest,
  case when holds then {firstAmenity} + slot % {amenities} end as amenity,
  -- Each reservation books a different hour, three days after it was filed.
  case when holds then (day + 3 + ({opens} + (slot / {amenities}) % {hours}) * interval '1 hour') at time zone {zone}
    else created + (20 + variety * 140) * interval '1 hour' end as happens,
  case when status in (2, 3, 4) then created + step end as approved,
  case when status in (3, 4) then created + step * 2 end as ongoing,
  case when status = 4 then created + step * 3 end as completed,
  case when status in (0, 5, 6) then created + step end as ended
from (
  select *, row_number() over (partition by module, year order by n) as running,
    row_number() over (partition by day, holds order by n) - 1 as slot,
    least((1 + pace * 50) * interval '1 hour', ({now} - created) / 4) as step
  from (select *, module in (select module from seed_modules where holds = 1) as holds from seed_plan) as known
  order by n
) as p;
analyze seed_tickets;

insert into tickets (id, module, ticket_number, tenant_id, status, version, details, remarks, search_text, approved_at, approved_by_id, ongoing_at,
  completed_at, created_at, updated_at)
overriding system value
select t.id, t.module, number, tenant_id, t.status, 1 + num_nonnulls(approved, ongoing, completed, ended),
  pg_temp.fill_in(
    s.details,
    array['$filed', '$happens', '$ends', '$amenity', '$guest', '$name', '$email'],
    array[pg_temp.iso(created), pg_temp.iso(happens), pg_temp.iso(happens + case when amenity is null then interval '2 days' else interval '1 hour' end),
      coalesce(amenity, 0)::text, coalesce(t.guest, s.guest), o.uoccname, o.email])::jsonb
    -- Visitors' identity data expire after 30 days; the portal would spend its first hour deleting them.
    - case when happens < {now} - interval '29 days' then m.expires else '{}' end,
  '',
  lower(number) || E'\n' || pg_temp.fill_in(s.words, array['$guest', '$name', '$email', '$title'],
    array[lower(coalesce(t.guest, s.guest)), lower(o.uoccname), o.email, 'amenity ' || coalesce(amenity - {firstAmenity} + 1, 0)]),
  approved, case when approved is not null then {admin} end, ongoing, completed, created, coalesce(ended, completed, ongoing, approved, created)
from (select * from seed_tickets order by id) t
join seed_stories s on s.module = t.module and s.nth = t.story
join (select module, string_to_array(expires, ',') as expires from seed_modules) m on m.module = t.module
join tenants o on o.id = t.tenant_id;

insert into ticket_events (ticket_id, at, actor_area, actor_id, actor_name, from_status, to_status)
select t.id, e.at, case when becomes < 2 then 'client' else 'admin' end, case when becomes < 2 then o.id else {admin} end,
  case when becomes < 2 then o.uoccname else {adminName} end, was, becomes
from (select * from seed_tickets order by id) t
join tenants o on o.id = t.tenant_id
cross join lateral (values (created, null, 1), (approved, 1, 2), (ongoing, 2, 3), (completed, 3, 4), (ended, 1, t.status)) e(at, was, becomes)
where e.at is not null;

insert into amenity_bookings (ticket_id, amenity_id, during)
select id, amenity, tstzrange(happens, happens + interval '1 hour') from seed_tickets where amenity is not null and status between 1 and 4;

insert into ticket_counters (module, year, last) select module, year, max(running) from seed_tickets group by 1, 2;
select setval(pg_get_serial_sequence('tickets', 'id'), greatest(max(id), 1), max(id) is not null) from tickets;
