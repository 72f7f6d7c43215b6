-- Settings: due rules of service tickets, and holidays.
-- beside: 0001_baseline

create table due_rules (
  id bigint generated always as identity primary key,
  module text not null,
  type text,
  hours smallint not null check (hours between 1 and 2000)
);
create unique index due_rules_module_type on due_rules (module, coalesce(type, ''));
comment on table due_rules is 'Office hours after its filing in which a service ticket is due.';
comment on column due_rules.type is 'Value of the ticket''s field `type`. Null: all without a rule of their own.';
create trigger due_rules_audit after insert or update or delete on due_rules for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();

create table holidays (
  date date primary key,
  name text not null
);
comment on table holidays is 'Days without office hours.';
create trigger holidays_audit after insert or update or delete on holidays for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();

comment on table settings is
  'Settings by name. `mobileSettings` is one JSON text: the look of the mobile app; so are `officeHours`, by weekday.';
