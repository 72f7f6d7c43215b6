-- Settings: the website, the services, the terms, due rules of service tickets and holidays.

create table settings (
  name text primary key,
  value text not null,
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table settings is
  'Settings by name. `mobileSettings` is one JSON text: the look of the mobile app; so are `officeHours`, by weekday.';
create trigger settings_audit after insert or update or delete on settings for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();

create table service_settings (
  type text primary key,
  status smallint not null default 1 check (status in (0, 1)),
  amount numeric(12,2) not null,
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table service_settings is 'When a service is open to a resident.';
comment on column service_settings.status is '0 closed, 1 open.';
comment on column service_settings.amount is 'Pesos. The service is open while the resident owes less.';
create trigger service_settings_audit after insert or update or delete on service_settings for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();

create table terms (
  id smallint primary key default 1 check (id = 1),
  title text not null,
  content text not null,
  image text,
  status smallint not null default 1,
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table terms is 'Terms and conditions: one row.';
comment on column terms.image is 'Key of a file.';
create trigger terms_audit after insert or update or delete on terms for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();

create table due_rules (
  id bigint generated always as identity primary key,
  module text not null,
  type text,
  hours smallint not null check (hours between 1 and 2000)
);
create unique index due_rules_module_type on due_rules (module, coalesce(type, ''));
comment on table due_rules is 'Office hours after its filing in which a service ticket is due.';
comment on column due_rules.type is
  'Value of the ticket''s field `type`. Null: all without a rule of their own.';
create trigger due_rules_audit after insert or update or delete on due_rules for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();

create table holidays (
  date date primary key,
  name text not null
);
comment on table holidays is 'Days without office hours.';
create trigger holidays_audit after insert or update or delete on holidays for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();
