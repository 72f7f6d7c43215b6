-- Amenities: payments for reservations, and the waiting list.
-- beside: 0001_version_1

create table waiting_entries (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenants on delete cascade,
  amenity_id bigint not null references amenities,
  during tstzrange not null check (not isempty(during)),
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'accepted', 'ended')),
  offered_until timestamptz(3),
  ticket_id bigint references tickets on delete cascade deferrable initially deferred,
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint waiting_entries_offered check (state <> 'offered' or offered_until is not null),
  constraint waiting_entries_accepted check (state <> 'accepted' or ticket_id is not null)
);
comment on table waiting_entries is 'Waiting list: tenants who want a time of an amenity that is taken (rules 25.13).';
comment on column waiting_entries.during is 'Wanted time, without cleaning.';
comment on column waiting_entries.state is
  '`ended`: the tenant left, an offer was not accepted, or the time has come.';
comment on column waiting_entries.offered_until is 'Until when the time is held for the tenant.';
comment on column waiting_entries.ticket_id is 'Reservation that the accepted offer became.';
create unique index waiting_entries_once on waiting_entries (tenant_id, amenity_id, during)
  where state in ('waiting', 'offered');
create index waiting_entries_open on waiting_entries (amenity_id, id) where state in ('waiting', 'offered');
create index waiting_entries_tenant on waiting_entries (tenant_id, id);

-- A time is held by a reservation, or by an offer of the waiting list.
alter table amenity_bookings
  drop constraint amenity_bookings_pkey,
  alter column ticket_id drop not null,
  add constraint amenity_bookings_ticket unique (ticket_id),
  add column pay_until timestamptz(3),
  add column waiting_id bigint unique references waiting_entries on delete cascade,
  add constraint amenity_bookings_holder check (num_nonnulls(ticket_id, waiting_id) = 1);
comment on column amenity_bookings.pay_until is
  'When an unpaid reservation loses its time (rules 25.12). Null: never.';
comment on column amenity_bookings.waiting_id is 'Offer that holds the time. Null: a reservation does.';
create index amenity_bookings_pay_until on amenity_bookings (pay_until) where pay_until is not null;

-- One payment of ₱0.00 by the office, and any number by the resident.
create index payments_paid_reservation on payments (reservation_id) where reservation_id is not null;
drop index payments_reservation;
create unique index payments_reservation on payments (reservation_id) where status <> 0 and amount_paid = 0;

-- The portal rejects the payment of a reservation that it cancels. Checked for new rows: the old ones kept the narrower check.
alter table payment_events drop constraint payment_events_actor_area_check,
  add constraint payment_events_actor_area_check
    check (actor_area in ('client', 'admin', 'gateway', 'system')) not valid;
