-- Amenities: booking rules.
-- beside: 0001_version_1

alter table amenities add column rules jsonb not null default '{}';
comment on column amenities.rules is
  'Booking rules that the office set, by `contract/amenities/rules.ts`. Empty: none.';

alter table amenity_bookings add column cleaning_minutes smallint not null default 0;
comment on column amenity_bookings.during is 'With the time of cleaning at its end.';
comment on column amenity_bookings.cleaning_minutes is 'Minutes of cleaning by the rules at the time of booking.';

alter table ticket_events add column overridden text;
comment on column ticket_events.overridden is
  'Booking rule, in words, that the office overrode; only the office reads it. Null: none.';
