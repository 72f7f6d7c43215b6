-- Accounts, sessions, settings, service tickets with their history, bookings, files, notifications and the outbox. Choices that
-- the columns do not show are explained beside them.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- --- Accounts ------------------------------------------------------------------------------------------------------
-- A tenant without a password hash cannot log in: an import created them.
create table tenants (
  id bigint generated always as identity primary key,
  client_code text not null,
  password_hash text,
  uoccname text not null default '', uoccpers text not null default '',
  uocctel1 text not null default '', uocctel2 text not null default '', ubtname text not null default '',
  ubaddln1 text not null default '', ubaddln2 text not null default '', ubaddln3 text not null default '', ubaddln4 text not null default '',
  first_name text not null default '', middle_name text not null default '', last_name text not null default '',
  email text not null default '', phone_number text not null default '', unit_number text not null default '', address text not null default '',
  social_media_account text not null default '', image text,
  type smallint not null default 0, status smallint not null default 1,
  soa_amount numeric(12,2) not null default 0, soa_date timestamptz(3), soa_name text, title text not null default '',
  post_by_id bigint, last_seen timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp()
);
-- A code is taken by one living tenant, whatever its letters' case; a deleted tenant's history keeps the row.
create unique index tenants_client_code on tenants (lower(client_code)) where status <> 0;

-- Searches for tickets look their tenants up by code and name.
create index tenants_search on tenants using gin (lower(client_code || E'\n' || uoccname) gin_trgm_ops);

create table admins (
  id bigint generated always as identity primary key,
  name text not null, first_name text not null default '', last_name text not null default '',
  email text not null, password_hash text not null,
  roles jsonb not null default '[]', status smallint not null default 1, last_seen timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp()
);
create unique index admins_email on admins (lower(email)) where status <> 0;

create table super_admins (
  id bigint generated always as identity primary key,
  name text not null, email text not null, password_hash text not null, last_seen timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);
create unique index super_admins_email on super_admins (lower(email));

-- Opaque tokens; only their SHA-256 is kept (rules 1.2). Ended sessions are deleted.
create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  area text not null check (area in ('client', 'admin', 'super-admin')),
  account_id bigint not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  active_at timestamptz(3) not null default clock_timestamp()
);
create index sessions_account on sessions (area, account_id);

-- Failed logins by account and by address, so that several server processes count together.
create table login_failures (
  id bigint generated always as identity primary key,
  subject text not null,
  at timestamptz(3) not null default clock_timestamp()
);
create index login_failures_subject on login_failures (subject, at);

-- --- Settings ------------------------------------------------------------------------------------------------------
create table settings (name text primary key, value text not null, updated_at timestamptz(3) not null default clock_timestamp());
create table service_settings (
  type text primary key, status smallint not null default 1 check (status in (0, 1)), amount numeric(12,2) not null,
  updated_at timestamptz(3) not null default clock_timestamp()
);
create table terms (
  id smallint primary key default 1 check (id = 1),
  title text not null, content text not null, image text, status smallint not null default 1,
  updated_at timestamptz(3) not null default clock_timestamp()
);

-- --- Amenities -----------------------------------------------------------------------------------------------------
create table amenities (
  id bigint generated always as identity primary key,
  title text not null, description text not null default '', images jsonb not null default '[]',
  status smallint not null default 1,
  created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp()
);

-- --- Service tickets -----------------------------------------------------------------------------------------------
create table tickets (
  id bigint generated always as identity primary key,
  module text not null,
  ticket_number text not null,
  tenant_id bigint not null references tenants,
  status smallint not null default 1 check (status between 0 and 6),
  version integer not null default 1,
  details jsonb not null default '{}',
  remarks text not null default '',
  search_text text not null,
  post_by_id bigint references admins,
  approved_at timestamptz(3), approved_by_id bigint references admins,
  ongoing_at timestamptz(3), completed_at timestamptz(3),
  verified_at timestamptz(3), verified_by_id bigint references admins,
  created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp()
);
create unique index tickets_number on tickets (ticket_number);
-- Lists are newest first, and ids rise with time; each list the portal shows is one range of one of these.
create index tickets_module_status on tickets (module, status, id desc) where status <> 0;
create index tickets_module on tickets (module, id desc) where status <> 0;
create index tickets_tenant_module on tickets (tenant_id, module, id desc) where status <> 0;
create index tickets_tenant on tickets (tenant_id, id desc) where status <> 0;
create index tickets_search on tickets using gin (search_text gin_trgm_ops) where status <> 0;

-- The history of a ticket; never rewritten.
create table ticket_events (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  at timestamptz(3) not null default clock_timestamp(),
  actor_area text not null, actor_id bigint, actor_name text not null,
  from_status smallint, to_status smallint not null,
  fields text[] not null default '{}',
  remark text
);
create index ticket_events_ticket on ticket_events (ticket_id, id);
create function refuse_rewriting() returns trigger language plpgsql as $$
    begin raise exception 'rows of % are never rewritten', tg_table_name; end $$;
create trigger ticket_events_append_only before update on ticket_events for each row execute function refuse_rewriting();

-- The last number given out per module and year. The row's lock is what makes numbers unique and without gaps.
create table ticket_counters (module text not null, year smallint not null, last integer not null, primary key (module, year));

-- How many tickets of each module are in each status, as differences: inserting needs no lock that others wait for,
-- and an exact total is the sum of a few rows instead of a count over a million. Compacted by the server.
create table ticket_tallies (module text not null, status smallint not null, delta bigint not null);
create function tally_tickets() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into ticket_tallies select module, status, count(*) from after_rows group by module, status;
      elsif tg_op = 'DELETE' then
        insert into ticket_tallies select module, status, -count(*) from before_rows group by module, status;
      else
        insert into ticket_tallies select module, status, sum(n) from (
          select module, status, 1 as n from after_rows union all select module, status, -1 from before_rows
        ) as changes group by module, status having sum(n) <> 0;
      end if;
      return null;
    end $$;
create trigger tickets_tally_insert after insert on tickets referencing new table as after_rows for each statement execute function tally_tickets();
create trigger tickets_tally_update after update on tickets referencing old table as before_rows new table as after_rows for each statement execute function tally_tickets();
create trigger tickets_tally_delete after delete on tickets referencing old table as before_rows for each statement execute function tally_tickets();

-- One amenity is never held twice at overlapping times: the constraint, not a check before the insert, says so.
create table amenity_bookings (
  ticket_id bigint primary key references tickets on delete cascade deferrable initially deferred,
  amenity_id bigint not null references amenities,
  during tstzrange not null check (not isempty(during)),
  constraint amenity_bookings_no_overlap exclude using gist (amenity_id with =, during with &&)
);

-- --- Files ---------------------------------------------------------------------------------------------------------
-- Files of the store, their uploaders and the records that name them. A file without an owner is removed after a day.
create table files (
  key text primary key,
  folder text not null, name text not null, mime text not null, bytes bigint not null,
  width integer, height integer, has_thumb boolean not null default false,
  uploader_area text not null, uploader_id bigint not null,
  owner_kind text, owner_id bigint,
  created_at timestamptz(3) not null default clock_timestamp(), released_at timestamptz(3) not null default clock_timestamp()
);
create index files_owner on files (owner_kind, owner_id) where owner_id is not null;
create index files_unowned on files (released_at) where owner_id is null;

-- --- Notifications -------------------------------------------------------------------------------------------------
-- One row tells all its readers: one tenant, all tenants (tenant_id null), or the administrators who may view a page.
create table notifications (
  id bigint generated always as identity primary key,
  area text not null check (area in ('client', 'admin')),
  tenant_id bigint references tenants on delete cascade,
  page text,
  subject_tenant_id bigint references tenants on delete cascade,
  title text not null, message text not null, link text,
  created_at timestamptz(3) not null default clock_timestamp(),
  check ((area = 'admin') = (page is not null))
);
-- An inbox begins with its reader's account and ends after 90 days, so lists are ranges of time, newest first.
create index notifications_tenant on notifications (tenant_id, created_at desc, id desc) where area = 'client';
create index notifications_everyone on notifications (created_at desc, id desc) where area = 'client' and tenant_id is null;
create index notifications_page on notifications (page, created_at desc, id desc) where area = 'admin';
create index notifications_age on notifications (created_at);
create table notification_reads (
  area text not null, reader_id bigint not null,
  notification_id bigint not null references notifications on delete cascade,
  at timestamptz(3) not null default clock_timestamp(),
  primary key (area, reader_id, notification_id)
);
create index notification_reads_notification on notification_reads (notification_id);

-- --- Delivery ------------------------------------------------------------------------------------------------------
-- Live events to send, written in the transaction of the change and deleted in the one that sends them.
create table outbox (
  id bigint generated always as identity primary key,
  topic text not null, payload jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
