-- Gate: plates in the log, the yes of the office, walk-ins that a device let in offline, and what an entry counted.
-- beside: 0001_baseline

alter table gate_events add column plate text not null default '';
comment on column gate_events.plate is 'Plate of a walk-in. Emptied with the name.';

alter table walk_ins add column office_yes text not null default '';
comment on column walk_ins.office_yes is 'Who of the office allowed people of the do-not-admit list. Emptied with the name.';

alter table walk_ins alter column tenant_id drop not null;
alter table walk_ins add column unit text not null default '';
comment on column walk_ins.tenant_id is 'Null for a walk-in whose unit a device without a connection could only write down.';
comment on column walk_ins.unit is 'Unit as the guard wrote it, without a tenant.';

alter table gate_passes alter column tenant_id drop not null;
alter table gate_passes add column mark text not null default '';
comment on column gate_passes.tenant_id is 'Null for a walk-in without a known unit.';
comment on column gate_passes.mark is 'How an entry of those who are inside, or left last, contradicts; empty if none does.';

alter table gate_events add column counted smallint;
comment on column gate_events.counted is
  'By how many the people who came in rose with this entry; negative for an undo. Null in entries of older versions.';
alter table gate_events drop constraint gate_events_mark_check;
alter table gate_events add constraint gate_events_mark_check check (mark in
  ('', 'ended', 'inside', 'notInside', 'hours', 'clock', 'unknown', 'barred', 'people', 'online', 'device')) not valid;
alter table gate_events validate constraint gate_events_mark_check;

create or replace function refuse_gate_event_change() returns trigger language plpgsql as $$
declare
  changeable constant text[] := array['name', 'note', 'plate', 'pass_id', 'tenant_id', 'ticket_id', 'walk_in_id', 'gate_id', 'device_id'];
begin
  if (to_jsonb(new) - changeable) <> (to_jsonb(old) - changeable)
     or new.name not in (old.name, '') or new.note not in (old.note, '') or new.plate not in (old.plate, '') then
    raise exception 'rows of gate_events are never rewritten';
  end if;
  return new;
end $$;
