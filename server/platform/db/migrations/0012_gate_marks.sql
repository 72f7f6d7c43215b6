-- Gate: entries of more people than the pass allows, and offline entries dated to a time when the device was online.
-- beside: 0001_baseline

alter table gate_events drop constraint gate_events_mark_check;
alter table gate_events add constraint gate_events_mark_check check (mark in
  ('', 'ended', 'inside', 'notInside', 'hours', 'clock', 'unknown', 'barred', 'people', 'online')) not valid;
alter table gate_events validate constraint gate_events_mark_check;

alter table sessions add column seen_before_gap timestamptz(3);
comment on column sessions.seen_before_gap is
  'Latest activity before the last pause of more than three minutes: an entry that a gate''s device made offline is later.';
