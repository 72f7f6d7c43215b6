-- Gate: passes, gates with their devices, the log of the gate, walk-ins and the do-not-admit list.

create table gates (
  id bigint generated always as identity primary key,
  name text not null,
  direction text not null default 'both' check (direction in ('both', 'in', 'out')),
  status smallint not null default 1,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table gates is 'Guardhouses and other places where people come in or go out.';
create unique index gates_name on gates (lower(name)) where status <> 0;
create trigger gates_audit after insert or update or delete on gates for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();
create trigger gates_later_update before update on gates
  for each row execute function later_update();

create table gate_devices (
  id bigint generated always as identity primary key,
  gate_id bigint not null references gates on delete cascade,
  name text not null,
  code_hash bytea unique,
  code_ends_at timestamptz(3),
  secret_hash bytea unique,
  enrolled_at timestamptz(3),
  seen_at timestamptz(3),
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table gate_devices is 'Phones, tablets and desks of the guards.';
comment on column gate_devices.code_hash is 'SHA-256 of the code that enrols it. Null once it was used.';
comment on column gate_devices.secret_hash is 'SHA-256 of the secret that only the device has.';
comment on column gate_devices.ended_at is 'When the office ended it, with its sessions.';
create index gate_devices_gate on gate_devices (gate_id);
create trigger gate_devices_audit after insert or update of gate_id, name, enrolled_at, ended_at or delete
  on gate_devices for each row
  when (current_setting('tahanan.actor', true) <> '')
  execute function audit_change('code_hash', 'code_ends_at', 'secret_hash', 'seen_at');
create trigger gate_devices_later_update before update on gate_devices
  for each row execute function later_update();

alter table sessions add foreign key (gate_device_id) references gate_devices on delete cascade;

create table walk_ins (
  id bigint generated always as identity primary key,
  key uuid not null unique,
  tenant_id bigint references tenants on delete cascade,
  unit text not null default '',
  name text not null,
  purpose text not null,
  plate text not null default '',
  people smallint not null default 1,
  office_yes text not null default '',
  gate_id bigint references gates on delete set null,
  device_id bigint references gate_devices on delete set null,
  admin_id bigint not null,
  admin_name text not null,
  state text not null default 'asked' check (state in ('asked', 'call', 'allowed', 'denied')),
  answered_by text check (answered_by in ('resident', 'push', 'guard')),
  answered_at timestamptz(3),
  call_at timestamptz(3) not null,
  answer_hash bytea unique,
  answer_ends_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table walk_ins is
  'People at the gate without a pass, about whom the resident or the guard decides.';
comment on column walk_ins.key is 'Made by the device, so that a repeated call registers nobody twice.';
comment on column walk_ins.tenant_id is
  'Null for a walk-in whose unit a device without a connection could only write down.';
comment on column walk_ins.unit is 'Unit as the guard wrote it, without a tenant.';
comment on column walk_ins.office_yes is
  'Who of the office allowed people of the do-not-admit list. Emptied with the name.';
comment on column walk_ins.state is
  'call: nobody answered in time, or only a call may ask. The first answer wins.';
comment on column walk_ins.call_at is 'When the guard is asked to call the unit.';
comment on column walk_ins.answer_hash is 'SHA-256 of the token in the push message, which answers once.';
create index walk_ins_tenant on walk_ins (tenant_id, id desc);
create index walk_ins_created on walk_ins (created_at);
create trigger walk_ins_later_update before update on walk_ins
  for each row execute function later_update();

create table gate_passes (
  id bigint generated always as identity primary key,
  tenant_id bigint references tenants on delete cascade,
  ticket_id bigint references tickets on delete cascade,
  walk_in_id bigint unique references walk_ins on delete cascade,
  number integer not null default 1,
  code text not null unique,
  token_hash bytea unique,
  valid_from timestamptz(3) not null,
  valid_to timestamptz(3) not null,
  day_from time,
  day_to time,
  entries text not null check (entries in ('one', 'return', 'many')),
  people smallint not null default 1,
  entered integer not null default 0,
  "left" integer not null default 0,
  last_in_at timestamptz(3),
  last_out_at timestamptz(3),
  came smallint not null default 0,
  workers_inside text[] not null default '{}',
  ticked text[] not null default '{}',
  mark text not null default '',
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('resident', 'status', 'deleted', 'date', 'tenant', 'used')),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  check (num_nonnulls(ticket_id, walk_in_id) = 1),
  check (entered >= 0 and "left" >= 0 and "left" <= entered),
  unique (ticket_id, number)
);
comment on table gate_passes is 'Passes of approved tickets and of walk-ins that were let in.';
comment on column gate_passes.tenant_id is 'Null for a walk-in without a known unit.';
comment on column gate_passes.number is 'Counts the passes of a ticket: a new date makes a new one.';
comment on column gate_passes.code is 'Eight letters and digits without look-alikes.';
comment on column gate_passes.token_hash is
  'SHA-256 of the token in the link and QR code. Null for walk-ins.';
comment on column gate_passes.day_from is
  'With `day_to`: hours of each day in which it lets in, in community time.';
comment on column gate_passes.entries is
  'one: in and out once; return: back in within its hours after leaving; many: any number of times.';
comment on column gate_passes.people is 'People who are expected: the workers of a permit.';
comment on column gate_passes.entered is
  'People who came in, and with `left` who went out, without what was undone.';
comment on column gate_passes.came is
  'Most people who were inside at once; all who came in by a pass of one entry.';
comment on column gate_passes.workers_inside is
  'Names of the workers who are inside, as far as guards ticked them.';
comment on column gate_passes.ticked is 'Items of the ticket that the guard has seen.';
comment on column gate_passes.mark is
  'How an entry of those who are inside, or left last, contradicts; empty if none does.';
create unique index gate_passes_current on gate_passes (ticket_id) where ended_at is null;
create index gate_passes_expected on gate_passes (valid_from) where ended_at is null;
create index gate_passes_until on gate_passes (valid_to) where ended_at is null;
create index gate_passes_inside on gate_passes (valid_to, id) where entered > "left";
create index gate_passes_left on gate_passes (last_out_at) where last_out_at is not null;
create index gate_passes_tenant on gate_passes (tenant_id, id desc);
create index gate_passes_ended on gate_passes (valid_to) where ended_at is not null;
create trigger gate_passes_later_update before update on gate_passes
  for each row execute function later_update();

create table gate_events (
  id bigint generated always as identity primary key,
  key uuid not null unique,
  pass_id bigint references gate_passes on delete set null,
  tenant_id bigint references tenants on delete cascade,
  ticket_id bigint references tickets on delete set null,
  walk_in_id bigint references walk_ins on delete set null,
  kind text not null check (kind in ('in', 'out', 'refused', 'undo')),
  verdict text not null,
  people smallint not null default 1,
  counted smallint not null default 0,
  undoes uuid,
  name text not null default '',
  plate text not null default '',
  workers text[] not null default '{}',
  ticked text[] not null default '{}',
  gate_id bigint references gates on delete set null,
  gate_name text not null default '',
  device_id bigint references gate_devices on delete set null,
  admin_id bigint not null,
  admin_name text not null,
  at timestamptz(3) not null,
  device_at timestamptz(3) not null,
  offline boolean not null default false,
  mark text not null default '' check (mark in
    ('', 'ended', 'inside', 'notInside', 'hours', 'clock', 'unknown', 'barred', 'people', 'online', 'device')),
  note text not null default '',
  created_at timestamptz(3) not null default clock_timestamp()
);
comment on table gate_events is
  'The log of the gate. Only added to; names are emptied after GATE_LOG_RETENTION_DAYS.';
comment on column gate_events.key is
  'Made by the device, so that an entry that is sent twice is written once.';
comment on column gate_events.verdict is 'What the gate showed.';
comment on column gate_events.counted is
  'By how many the people who came in rose with this entry; negative for an undo.';
comment on column gate_events.undoes is 'Key of the entry that it takes back, which may be written later.';
comment on column gate_events.name is 'Name of the visitor, bearer or walk-in at that moment.';
comment on column gate_events.plate is 'Plate of a walk-in. Emptied with the name.';
comment on column gate_events.workers is
  'Names of the workers who came in or went out. Emptied with the name.';
comment on column gate_events.ticked is 'Items of the ticket that the guard ticked at this entry.';
comment on column gate_events.at is 'Moment of the entry by the server''s clock, as the device last knew it.';
comment on column gate_events.device_at is 'Moment by the clock of the device.';
comment on column gate_events.offline is 'Judged by the device without a connection.';
comment on column gate_events.mark is 'How it contradicts what the server knew; empty if it does not.';
create index gate_events_undone on gate_events (undoes) where undoes is not null;
create index gate_events_at on gate_events (at desc, id desc);
create index gate_events_pass on gate_events (pass_id, id);
create index gate_events_ticket on gate_events (ticket_id, id) where ticket_id is not null;
create index gate_events_tenant on gate_events (tenant_id, at desc, id desc);
create index gate_events_gate on gate_events (gate_id, at desc, id desc);
create index gate_events_marked on gate_events (at desc, id desc) where mark <> '';
create index gate_events_named on gate_events (at)
  where name <> '' or note <> '' or plate <> '' or workers <> '{}';
create index gate_events_folded on gate_events using gin (folded(name) gin_trgm_ops) where name <> '';
create function refuse_gate_event_change() returns trigger language plpgsql as $$
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
create trigger gate_events_append_only before update on gate_events
  for each row execute function refuse_gate_event_change();

create table do_not_admit (
  id bigint generated always as identity primary key,
  name text not null default '',
  plate text not null default '',
  reason text not null,
  ends_on date,
  status smallint not null default 1,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  check (name <> '' or plate <> '')
);
comment on table do_not_admit is 'People and vehicles about whom the gate asks the office.';
comment on column do_not_admit.reason is 'Never shown at the gate.';
create trigger do_not_admit_audit after insert or update or delete on do_not_admit for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();
create trigger do_not_admit_later_update before update on do_not_admit
  for each row execute function later_update();
