-- Amenities: reminders of booked amenities on the day before.
-- beside: 0001_version_1

alter table tickets add column reminded_start timestamptz(3);
comment on column tickets.reminded_start is
  'Start of the reservation when its resident was reminded of it. Null: they were not.';
