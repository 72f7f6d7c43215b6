-- Settings: the website, the services, the terms.

create table settings (
  name text primary key,
  value text not null,
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table settings is
  'Settings by name. `mobileSettings` is one JSON text: the look of the mobile app.';
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
