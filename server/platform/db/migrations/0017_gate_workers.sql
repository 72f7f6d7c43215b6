-- Gate: workers by name, ticked items, how many people came, and passes of visitors who may come back.
-- beside: 0001_baseline

alter table gate_events add column ticked text[] not null default '{}';
alter table gate_events add column workers text[] not null default '{}';
comment on column gate_events.ticked is 'Items of the ticket that the guard ticked at this entry.';
comment on column gate_events.workers is 'Names of the workers who came in or went out. Emptied with the name.';
drop index gate_events_named;
create index gate_events_named on gate_events (at)
  where name <> '' or note <> '' or plate <> '' or workers <> '{}';

alter table gate_passes add column came smallint;
alter table gate_passes add column workers_inside text[] not null default '{}';
comment on column gate_passes.came is 'Most people who were inside at once; all who came in by a pass of one entry. Null before the first entry.';
comment on column gate_passes.workers_inside is 'Names of the workers who are inside, as far as guards ticked them.';
comment on column gate_passes.entries is 'one: in and out once; return: back in within its hours after leaving; many: any number of times.';
alter table gate_passes drop constraint gate_passes_entries_check;
alter table gate_passes add constraint gate_passes_entries_check check (entries in ('one', 'return', 'many')) not valid;
alter table gate_passes validate constraint gate_passes_entries_check;

create or replace function refuse_gate_event_change() returns trigger language plpgsql as $$
declare
  changeable constant text[] := array['name', 'note', 'plate', 'workers', 'pass_id', 'tenant_id', 'ticket_id', 'walk_in_id', 'gate_id', 'device_id'];
begin
  if (to_jsonb(new) - changeable) <> (to_jsonb(old) - changeable)
     or new.name not in (old.name, '') or new.note not in (old.note, '') or new.plate not in (old.plate, '')
     or new.workers not in (old.workers, '{}') then
    raise exception 'rows of gate_events are never rewritten';
  end if;
  return new;
end $$;
