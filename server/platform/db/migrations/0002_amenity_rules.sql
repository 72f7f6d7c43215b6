-- Booking rules of amenities, and the waiting list for times that are taken.
-- beside: 0001_version_1

alter table amenities add column rules jsonb not null default '{}';
comment on column amenities.rules is
  'Booking rules that the office set, by `contract/amenities/rules.ts`. Empty: none.';

create table waiting_entries (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenants on delete cascade,
  amenity_id bigint not null references amenities,
  during tstzrange not null check (not isempty(during)),
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'accepted', 'ended')),
  offered_until timestamptz(3),
  ticket_id bigint references tickets on delete set null,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  check ((state = 'offered') = (offered_until is not null))
);
comment on table waiting_entries is 'Tenants who wait for a time of an amenity that is taken.';
comment on column waiting_entries.state is
  'waiting; offered: the time is held for the tenant; accepted: booked; ended: withdrawn, missed or over.';
comment on column waiting_entries.offered_until is 'Until then the time is held for the tenant.';
comment on column waiting_entries.ticket_id is 'Reservation that the offer became.';
create index waiting_entries_open on waiting_entries (amenity_id, id) where state in ('waiting', 'offered');
create unique index waiting_entries_one on waiting_entries (tenant_id, amenity_id, during)
  where state in ('waiting', 'offered');
create trigger waiting_entries_later_update before update of updated_at on waiting_entries
  for each row execute function later_update();

alter table amenity_bookings
  drop constraint amenity_bookings_pkey,
  alter column ticket_id drop not null,
  add column waiting_id bigint references waiting_entries on delete cascade,
  add column cleaning_minutes smallint not null default 0,
  add column reminded_at timestamptz(3),
  add constraint amenity_bookings_holder check (num_nonnulls(ticket_id, waiting_id) = 1);
create unique index amenity_bookings_ticket on amenity_bookings (ticket_id);
create unique index amenity_bookings_waiting on amenity_bookings (waiting_id);
create index amenity_bookings_unreminded on amenity_bookings (lower(during)) where reminded_at is null;
comment on table amenity_bookings is
  'Times at which reservations, and offers to the waiting list, hold an amenity. A reservation that ends loses its row.';
comment on column amenity_bookings.during is 'With the time of cleaning at its end.';
comment on column amenity_bookings.cleaning_minutes is 'Minutes of cleaning by the rules at the time of booking.';
comment on column amenity_bookings.waiting_id is 'Entry of the waiting list to which the time is offered.';
comment on column amenity_bookings.reminded_at is 'When the resident was reminded of the booking.';

alter table ticket_events add column overridden text;
comment on column ticket_events.overridden is
  'Booking rule, in words, that the office overrode; only the office reads it. Null: none.';
