-- Service tickets: amenities and their bookings, tickets, histories, numbers, totals.

create table amenities (
  id bigint generated always as identity primary key,
  title text not null,
  description text not null default '',
  images jsonb not null default '[]',
  status smallint not null default 1,
  search_text text not null generated always as (folded(title || E'\n' || description)) stored,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table amenities is 'Amenities that residents reserve.';
comment on column amenities.status is '0 deleted.';
create trigger amenities_audit after insert or update or delete on amenities for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('search_text');
create trigger amenities_later_update before update of updated_at on amenities
  for each row execute function later_update();

create table tickets (
  id bigint generated always as identity primary key,
  module text not null,
  ticket_number text not null,
  tenant_id bigint not null references tenants,
  status smallint not null default 1 check (status between 0 and 6),
  version integer not null default 1,
  details jsonb not null default '{}',
  remarks text not null default '',
  search_text text not null,
  post_by_id bigint references admins,
  assignee_id bigint references admins,
  due_at timestamptz(3),
  late_told_at timestamptz(3),
  approved_at timestamptz(3), approved_by_id bigint references admins,
  ongoing_at timestamptz(3),
  completed_at timestamptz(3),
  verified_at timestamptz(3), verified_by_id bigint references admins,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table tickets is 'Service tickets of all modules.';
comment on column tickets.module is 'Key of the module in contract/tickets/modules/, such as gatePass.';
comment on column tickets.status is
  '0 deleted, 1 for approval, 2 approved, 3 ongoing, 4 completed, 5 cancelled, 6 rejected.';
comment on column tickets.version is 'Counts changes: a change that names an older version is refused.';
comment on column tickets.details is 'Fields of the module''s form.';
comment on column tickets.remarks is 'Latest remarks of the office.';
comment on column tickets.search_text is
  'Searchable fields, folded, written by the server: the number, an empty line, texts, labels, codes.';
comment on column tickets.post_by_id is 'Administrator who filed it. Null: the resident did.';
comment on column tickets.assignee_id is 'Administrator who works on it. Null: nobody.';
comment on column tickets.due_at is
  'End of its office hours by the due rule at the time of filing. Null: no rule.';
comment on column tickets.late_told_at is 'When the office was notified that it is late.';
comment on column tickets.approved_at is
  'First change into the status, like `ongoing_at` and `completed_at`.';
create unique index tickets_number on tickets (ticket_number);
-- Lists are newest first, and ids rise with time: each list is a range of one of these.
create index tickets_module_status on tickets (module, status, id desc) where status <> 0;
create index tickets_module on tickets (module, id desc) where status <> 0;
create index tickets_status on tickets (status, id desc) where status <> 0;
create index tickets_tenant on tickets (tenant_id, id desc) where status <> 0;
-- Lists by client walk along the tenants, and read the status from the index.
create index tickets_tenant_module_status on tickets (tenant_id, module, id desc) include (status)
  where status <> 0;
create index tickets_search on tickets using gin (search_text gin_trgm_ops) where status <> 0;
create index tickets_assignee on tickets (assignee_id, id desc) where status <> 0 and assignee_id is not null;
create index tickets_due on tickets (due_at) where status in (1, 2, 3) and due_at is not null;
-- What waits, the most urgent first, of modules and of an assignee.
create index tickets_waiting on tickets (module, status, due_at, id) where status in (1, 2, 3);
create index tickets_assigned on tickets (assignee_id, due_at, id) include (module)
  where status in (1, 2, 3) and assignee_id is not null;
-- Filters by days of creation, type and assignee. A list with days reads the range of each status.
create index tickets_module_created on tickets (module, status, created_at, id) where status <> 0;
create index tickets_created on tickets (status, created_at, id) where status <> 0;
create index tickets_of_assignee on tickets (assignee_id, status, id desc) include (module)
  where status <> 0 and assignee_id is not null;
-- Types are counted from an index only if it holds a single one: an index on an expression has no column to read.
create index tickets_gatepass_1 on tickets (status, id)
  where status <> 0 and module = 'gatePass' and details ->> 'type' = '1';
create index tickets_gatepass_2 on tickets (status, id)
  where status <> 0 and module = 'gatePass' and details ->> 'type' = '2';
create index tickets_gatepass_3 on tickets (status, id)
  where status <> 0 and module = 'gatePass' and details ->> 'type' = '3';
create index tickets_gatepass_4 on tickets (status, id)
  where status <> 0 and module = 'gatePass' and details ->> 'type' = '4';
create index tickets_commendation_1 on tickets (status, id)
  where status <> 0 and module = 'commendation' and details ->> 'type' = '1';
create index tickets_commendation_2 on tickets (status, id)
  where status <> 0 and module = 'commendation' and details ->> 'type' = '2';
-- Without it the planner takes every type for rare, and sorts all its tickets.
create statistics tickets_type (mcv) on (details ->> 'type'), module from tickets;
-- Lists by the main date of a module: ISO 8601 in UTC, whose text sorts as the time does.
create index tickets_date_gatepass on tickets ((details ->> 'dateOfUse'), status)
  where status <> 0 and module = 'gatePass';
create index tickets_date_reservation on tickets ((details ->> 'startTime'), status)
  where status <> 0 and module = 'reservation';
create index tickets_date_workpermit on tickets ((details ->> 'dateFrom'), status)
  where status <> 0 and module = 'workPermit';
create index tickets_date_visitor on tickets ((details ->> 'dateOfVisit'), status)
  where status <> 0 and module = 'visitor';
create index tickets_date_leasinginquiry on tickets ((details ->> 'dateInquiry'), status)
  where status <> 0 and module = 'leasingInquiry';
create trigger tickets_audit after insert or update or delete on tickets for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('search_text', 'version');
create trigger tickets_later_update before update of updated_at on tickets
  for each row execute function later_update();
create trigger tickets_fold before insert or update of search_text on tickets
  for each row execute function fold_search_text();

create table ticket_events (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  at timestamptz(3) not null default clock_timestamp(),
  actor_area text not null, actor_id bigint, actor_name text not null,
  from_status smallint, to_status smallint not null,
  fields text[] not null default '{}',
  assignee_name text,
  remark text
);
comment on table ticket_events is 'History of tickets. Never rewritten.';
comment on column ticket_events.from_status is 'Null: the ticket was filed.';
comment on column ticket_events.fields is 'Names of the changed fields.';
comment on column ticket_events.assignee_name is
  'New assignee, empty for nobody; only the office reads it. Null: another change.';
create index ticket_events_ticket on ticket_events (ticket_id, id);
create trigger ticket_events_append_only before update on ticket_events
  for each row execute function refuse_rewriting();

create table ticket_counters (
  module text not null,
  year smallint not null,
  last integer not null,
  primary key (module, year)
);
comment on table ticket_counters is
  'Last number by module and year. The lock on a row makes numbers unique and without gaps.';
comment on column ticket_counters.module is '`payment` counts the numbers of payments.';

-- One amenity is never held twice at overlapping times.
create table amenity_bookings (
  ticket_id bigint primary key references tickets on delete cascade deferrable initially deferred,
  amenity_id bigint not null references amenities,
  during tstzrange not null check (not isempty(during)),
  constraint amenity_bookings_no_overlap exclude using gist (amenity_id with =, during with &&)
);
comment on table amenity_bookings is
  'Times at which reservations hold an amenity. A reservation that ends loses its row.';

-- --- Totals --------------------------------------------------------------------------------------
-- Kept as deltas: an insert waits for no lock, and a total is the sum of few rows. The server compacts them
-- (docs/decisions/0002-exact-totals.md).
create table ticket_tallies (module text not null, status smallint not null, delta bigint not null);
comment on table ticket_tallies is 'Number of tickets by module and status, as deltas to sum up.';
create function tally_tickets() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into ticket_tallies select module, status, count(*) from after_rows group by module, status;
      elsif tg_op = 'DELETE' then
        insert into ticket_tallies select module, status, -count(*) from before_rows group by module, status;
      else
        insert into ticket_tallies select module, status, sum(n) from (
          select module, status, 1 as n from after_rows union all select module, status, -1 from before_rows
        ) as changes group by module, status having sum(n) <> 0;
      end if;
      return null;
    end $$;
create trigger tickets_tally_insert after insert on tickets referencing new table as after_rows
  for each statement execute function tally_tickets();
create trigger tickets_tally_update after update on tickets
  referencing old table as before_rows new table as after_rows
  for each statement execute function tally_tickets();
create trigger tickets_tally_delete after delete on tickets referencing old table as before_rows
  for each statement execute function tally_tickets();

create table reservation_tallies (since timestamptz(3) not null, delta bigint not null);
comment on table reservation_tallies is
  'Number of reservations that are not deleted by the time of filing, as deltas to sum up.';
comment on column reservation_tallies.since is
  'Start of a quarter of an hour, the finest step between time zones. The server adds them up to months.';
create function tally_reservations() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.status <> 0 then
        insert into reservation_tallies values (date_bin('15 minutes', old.created_at, 'epoch'), -1);
      end if;
      if tg_op <> 'DELETE' and new.status <> 0 then
        insert into reservation_tallies values (date_bin('15 minutes', new.created_at, 'epoch'), 1);
      end if;
      return null;
    end $$;
create trigger tickets_tally_reservation_insert after insert on tickets for each row
  when (new.module = 'reservation') execute function tally_reservations();
create trigger tickets_tally_reservation_update after update on tickets for each row
  when (new.module = 'reservation' and (old.status = 0) <> (new.status = 0))
    execute function tally_reservations();
create trigger tickets_tally_reservation_delete after delete on tickets for each row
  when (old.module = 'reservation') execute function tally_reservations();
