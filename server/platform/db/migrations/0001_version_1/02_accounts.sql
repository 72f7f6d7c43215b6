-- Accounts: residents, administrators, super-administrators, their sessions, second factors and views of lists.

create table tenants (
  id bigint generated always as identity primary key,
  client_code text not null,
  password_hash text,
  password_given boolean not null default false,
  type smallint not null default 0,
  status smallint not null default 1,
  uoccname text not null default '', uoccpers text not null default '',
  uocctel1 text not null default '', uocctel2 text not null default '',
  ubtname text not null default '',
  ubaddln1 text not null default '', ubaddln2 text not null default '',
  ubaddln3 text not null default '', ubaddln4 text not null default '',
  first_name text not null default '', middle_name text not null default '',
  last_name text not null default '',
  email text not null default '', mail_refused_at timestamptz(3),
  phone_number text not null default '',
  unit_number text not null default '', address text not null default '',
  social_media_account text not null default '',
  image text,
  soa_amount numeric(12,2) not null default 0,
  soa_date timestamptz(3),
  soa_name text,
  title text not null default '',
  withholds_tax smallint not null default 0 check (withholds_tax in (0, 1)),
search_text text not null generated always as (folded(client_code ||
    E'\n' || uoccname || E'\n' || uoccpers || E'\n' || ubtname || E'\n' || unit_number ||
    E'\n' || first_name || E'\n' || last_name || E'\n' || email ||
    E'\n' || replace(client_code || E'\n' || unit_number, ' ', ''))) stored,
  public_text text not null generated always as (folded(client_code ||
    E'\n' || uoccname || E'\n' || unit_number ||
    E'\n' || replace(client_code || E'\n' || unit_number, ' ', ''))) stored,
  code_and_name text not null generated always as (translate(folded(client_code ||
    E'\n' || uoccname || E'\n' || replace(client_code, ' ', '')), '-', '')) stored,
  phones text not null generated always as (regexp_replace(
    folded(phone_number || E'\n' || uocctel1 || E'\n' || uocctel2), '[^0-9\n]', '', 'g')) stored,
  name_order text collate "C" not null generated always as
    (folded(replace(replace(normalize(uoccname), 'ñ', 'n~'), 'Ñ', 'n~'))) stored,
  post_by_id bigint,
  last_seen timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table tenants is 'Tenants: one account a household or business, used by its residents.';
comment on column tenants.client_code is
  'Login name, mostly the unit. `urefno` in accounting files. A deleted tenant frees it.';
comment on column tenants.password_hash is 'Null: created by an import, cannot log in yet.';
comment on column tenants.password_given is 'The office set the password: the first login must replace it.';
comment on column tenants.type is '3 for all who were added by the office or an import (rules 3.2).';
comment on column tenants.status is '0 deleted, 1 active.';
comment on column tenants.uoccname is
  'Occupant''s name in the accounting system. The fields u… are its columns.';
comment on column tenants.uoccpers is 'Contact person.';
comment on column tenants.ubtname is
  'Name that bills are made out to. `ubaddln1` to `ubaddln4` are its address.';
comment on column tenants.mail_refused_at is
  'When a mail server refused their address for good. Null: since then it was changed, or mail arrived.';
comment on column tenants.image is 'Key of a file.';
comment on column tenants.soa_amount is
  'Pesos, as the latest statement says. `soa_date`, `soa_name` and `title` are copies of it too.';
comment on column tenants.soa_name is 'Key of the file of the latest statement.';
comment on column tenants.title is 'Title of the latest statement.';
comment on column tenants.withholds_tax is '1: pays less the creditable withholding tax (rules 19.3).';
comment on column tenants.search_text is 'Folded text for who may view tenants; codes also without blanks.';
comment on column tenants.public_text is 'Folded text for everybody else in the office and the gate.';
comment on column tenants.code_and_name is 'Folded text without dashes that finds tickets and payments.';
comment on column tenants.phones is 'Digits of the telephone numbers, a line each.';
comment on column tenants.name_order is 'The occupant''s name as lists sort it: Á beside A, Ñ after N.';
comment on column tenants.post_by_id is 'Administrator who added the tenant. No foreign key.';
create unique index tenants_client_code on tenants (lower(client_code)) where status <> 0;
create index tenants_code on tenants (lower(client_code));
create index tenants_folded_code on tenants (folded(client_code));
create index tenants_name on tenants (name_order);
create index tenants_unit on tenants (folded(unit_number));
-- Searches for tickets and payments also match the code and name of their tenants.
create index tenants_words on tenants using gin (code_and_name gin_trgm_ops);
create trigger tenants_audit after insert or update or delete on tenants for each row
  when (current_setting('tahanan.actor', true) <> '')
  execute function audit_change('password_hash=password', 'search_text', 'public_text', 'code_and_name',
    'phones', 'name_order', 'last_seen', 'password_given');
create trigger tenants_later_update before update of updated_at on tenants
  for each row execute function later_update();
create function forget_refusal() returns trigger language plpgsql as $$
    begin
      if new.email <> old.email then new.mail_refused_at := null; end if;
      return new;
    end $$;
create trigger tenants_forget_refusal before update of email on tenants
  for each row execute function forget_refusal();

create table admins (
  id bigint generated always as identity primary key,
  name text not null, first_name text not null default '', last_name text not null default '',
  email text not null, mail_refused_at timestamptz(3),
  password_hash text not null,
  roles jsonb not null default '[]',
  status smallint not null default 1,
  totp_secret bytea, totp_since timestamptz(3), totp_step bigint,
  last_seen timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table admins is 'Administrators.';
comment on column admins.mail_refused_at is
  'When a mail server refused their address for good. Null: since then it was changed, or mail arrived.';
comment on column admins.roles is 'Flags of each page: the administrator''s permissions.';
comment on column admins.status is '0 deleted, 1 active.';
comment on column admins.totp_secret is
  'Of the authenticator app, sealed with the key in `second-factor.key`. Null: no second factor.';
comment on column admins.totp_step is 'Time step of the last code: a code counts once.';
create unique index admins_email on admins (lower(email)) where status <> 0;
create trigger admins_audit after insert or update or delete on admins for each row
  when (current_setting('tahanan.actor', true) <> '')
  execute function audit_change('password_hash=password', 'totp_secret=second_factor', 'totp_step',
    'last_seen');
create trigger admins_later_update before update of updated_at on admins
  for each row execute function later_update();
create trigger admins_forget_refusal before update of email on admins
  for each row execute function forget_refusal();

create table list_views (
  id bigint generated always as identity primary key,
  admin_id bigint not null references admins on delete cascade,
  page text not null,
  name text not null,
  query text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  unique (admin_id, page, name)
);
comment on table list_views is 'Named views of lists, each of one administrator.';
comment on column list_views.page is 'Key of the list in `OFFICE_LISTS`.';
comment on column list_views.query is 'Query of the list''s address: tab, search, order and filters.';

create table super_admins (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  password_hash text not null,
  totp_secret bytea, totp_since timestamptz(3), totp_step bigint,
  last_seen timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table super_admins is 'Super-administrators. The columns totp_… are those of admins.';
create unique index super_admins_email on super_admins (lower(email));
create trigger super_admins_audit after insert or update or delete on super_admins for each row
  when (current_setting('tahanan.actor', true) <> '')
  execute function audit_change('password_hash=password', 'totp_secret=second_factor', 'totp_step',
    'last_seen');

-- --- Sessions and logins -------------------------------------------------------------------------
create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  area text not null check (area in ('client', 'admin', 'super-admin')), account_id bigint not null,
  device text not null default '',
  address text not null default '',
  first boolean not null default false,
  gate_device_id bigint,
  created_at timestamptz(3) not null default clock_timestamp(),
  active_at timestamptz(3) not null default clock_timestamp(),
  seen_before_gap timestamptz(3),
  confirmed_at timestamptz
);
comment on table sessions is 'Open sessions. Ended ones are deleted.';
comment on column sessions.token_hash is 'SHA-256 of the token, which only the browser has (rules 1.2).';
comment on column sessions.account_id is 'A row of tenants, admins or super_admins, by `area`.';
comment on column sessions.address is 'IP address of the login.';
comment on column sessions.first is 'First login of the account.';
comment on column sessions.gate_device_id is
  'Enrolled device of the gate where it began: the session opens the gate''s calls alone, without idle end.';
comment on column sessions.active_at is 'Latest activity of a person, which extends the session.';
comment on column sessions.seen_before_gap is
  'Latest activity before the last pause of more than three minutes: an entry that a gate''s device made offline is later.';
comment on column sessions.confirmed_at is 'When the password or a code was last given again.';
create index sessions_account on sessions (area, account_id);
create index sessions_gate_device on sessions (gate_device_id) where gate_device_id is not null;

create table login_failures (
  id bigint generated always as identity primary key,
  subject text not null,
  at timestamptz(3) not null default clock_timestamp()
);
comment on table login_failures is 'Failed attempts, so that all processes count together.';
comment on column login_failures.subject is 'The account or the address that is counted.';
create index login_failures_subject on login_failures (subject, at);

create table login_challenges (
  token_hash bytea primary key,
  area text not null check (area in ('admin', 'super-admin')), account_id bigint not null,
  tries smallint not null default 0,
  created_at timestamptz(3) not null default clock_timestamp()
);
comment on table login_challenges is 'Logins whose password was right and whose code is awaited.';

create table second_factor_setups (
  area text not null check (area in ('admin', 'super-admin')), account_id bigint not null,
  secret bytea not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (area, account_id)
);
comment on table second_factor_setups is
  'Secrets that were shown and whose first code is awaited. Logins do not require them yet.';

create table recovery_codes (
  id bigint generated always as identity primary key,
  area text not null check (area in ('admin', 'super-admin')), account_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);
comment on table recovery_codes is 'Codes that replace the authenticator app once each.';
create index recovery_codes_account on recovery_codes (area, account_id);

create table account_tokens (
  token_hash bytea primary key,
  area text not null check (area in ('client', 'admin', 'super-admin')), account_id bigint not null,
  purpose text not null check (purpose in ('choose-password')),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
comment on table account_tokens is
  'Mailed links to choose a password. Ended by use, a newer link, a new password and time.';
comment on column account_tokens.token_hash is 'SHA-256 of the token, which only the mail has.';
create index account_tokens_account on account_tokens (area, account_id);

create unlogged table live_tenants (
  tenant_id bigint not null,
  process uuid not null,
  at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, process)
);
comment on table live_tenants is
  'Residents with a live connection, by server process. Unlogged: a crash ends all connections.';
comment on column live_tenants.at is 'Heartbeat: after two minutes without one the process counts as gone.';
