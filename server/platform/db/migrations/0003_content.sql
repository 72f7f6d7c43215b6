-- Records of the office and the answers to them: posts, comments, views, memorandums, policies, advertisements, feedback.

-- --- Announcements and events --------------------------------------------------------------------------------------
-- Shown from start_date until end_date; deleted softly with status 0. search_text is lower case, made in JavaScript.
-- turns_at is the moment at which a post next begins or ends by itself, null when it does neither any more; shown_from
-- puts a scheduled post among the others where it appeared, not where it was written.
create table posts (
  id bigint generated always as identity primary key,
  title text not null, description text not null, type text not null check (type in ('ANNOUNCEMENTS', 'EVENTS')),
  attached_url text not null default '', content jsonb, image jsonb not null default '[]',
  start_date timestamptz(3), end_date timestamptz(3),
  enable_messaging smallint not null default 1 check (enable_messaging in (0, 1)),
  status smallint not null default 1, version integer not null default 1,
  search_text text not null,
  post_by_id bigint references admins, approved_by_id bigint references admins, approval_date timestamptz(3),
  announced_at timestamptz(3), turns_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp(),
  shown_from timestamptz(3) not null generated always as (greatest(start_date, created_at)) stored
);
create index posts_newest on posts (id desc) where status <> 0;
create index posts_shown on posts (shown_from desc, id desc) where status <> 0;
create index posts_search on posts using gin (search_text gin_trgm_ops) where status <> 0;
create index posts_turning on posts (turns_at) where turns_at is not null and status <> 0;

-- By a tenant, or by an administrator in the office's thread.
create table comments (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts on delete cascade,
  tenant_id bigint references tenants, admin_id bigint references admins,
  comment text not null, status smallint not null default 1,
  created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp(),
  check (num_nonnulls(tenant_id, admin_id) = 1)
);
create index comments_post on comments (post_id, id desc) where status <> 0;

-- One row an opening; totals per post are kept as differences, like the tallies of tickets.
create table post_views (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts on delete cascade,
  tenant_id bigint references tenants on delete cascade,
  at timestamptz(3) not null default clock_timestamp()
);
create index post_views_post on post_views (post_id);
create table post_view_tallies (post_id bigint not null, delta bigint not null);
create index post_view_tallies_post on post_view_tallies (post_id);
create function tally_post_views() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into post_view_tallies select post_id, count(*) from changed_rows group by post_id;
      else
        insert into post_view_tallies select post_id, -count(*) from changed_rows group by post_id;
      end if;
      return null;
    end $$;
create trigger post_views_tally_insert after insert on post_views referencing new table as changed_rows for each statement execute function tally_post_views();
create trigger post_views_tally_delete after delete on post_views referencing old table as changed_rows for each statement execute function tally_post_views();

-- --- Circulars and house rules -------------------------------------------------------------------------------------
create table memorandums (
  id bigint generated always as identity primary key,
  memo_number text not null default '', title text not null, description text not null, date timestamptz(3) not null,
  files jsonb not null default '[]', status smallint not null default 1, post_by_id bigint references admins,
  search_text text not null generated always as (lower(memo_number || e'\n' || title || e'\n' || description)) stored, created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp()
);
create table policy_headers (
  id bigint generated always as identity primary key,
  header text not null, sequence_number integer not null, files jsonb not null default '[]',
  status smallint not null default 1, search_text text not null generated always as (lower(header)) stored, created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp()
);
create index policy_headers_order on policy_headers (sequence_number, id) where status <> 0;
create table policies (
  id bigint generated always as identity primary key,
  policy_header_id bigint not null references policy_headers on delete cascade,
  sub_header text not null, title text not null, date timestamptz(3) not null, files jsonb not null default '[]',
  status smallint not null default 1, search_text text not null generated always as (lower(sub_header || e'\n' || title)) stored, created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp()
);
create index policies_header on policies (policy_header_id, id) where status <> 0;

-- --- Advertisements and feedback -----------------------------------------------------------------------------------
create table advertisements (
  id bigint generated always as identity primary key,
  title text not null, url text not null, description text not null default '', images jsonb not null default '[]',
  status smallint not null default 1, search_text text not null generated always as (lower(title || e'\n' || url || e'\n' || description)) stored, created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp()
);
create table feedbacks (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenants on delete cascade,
  rate smallint not null check (rate between 1 and 5), message text not null default '',
  search_text text not null generated always as (lower(message)) stored, created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp()
);
create index feedbacks_search on feedbacks using gin (search_text gin_trgm_ops);

-- --- Dashboards ----------------------------------------------------------------------------------------------------
-- Reservations by the month of their filing, as differences like the tallies of tickets: a count over all would read
-- 130,000 rows of a million. Here a quarter of an hour, the finest step between time zones, since the database does not
-- know the community's; the server sums them up into its months.
create table reservation_tallies (since timestamptz(3) not null, delta bigint not null);
insert into reservation_tallies select date_bin('15 minutes', created_at, 'epoch'), count(*) from tickets
  where module = 'reservation' and status <> 0 group by 1;
create function tally_reservations() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.status <> 0 then
        insert into reservation_tallies values (date_bin('15 minutes', old.created_at, 'epoch'), -1);
      end if;
      if tg_op <> 'DELETE' and new.status <> 0 then
        insert into reservation_tallies values (date_bin('15 minutes', new.created_at, 'epoch'), 1);
      end if;
      return null;
    end $$;
create trigger tickets_tally_reservation_insert after insert on tickets for each row
  when (new.module = 'reservation') execute function tally_reservations();
create trigger tickets_tally_reservation_update after update on tickets for each row
  when (new.module = 'reservation' and (old.status = 0) <> (new.status = 0)) execute function tally_reservations();
create trigger tickets_tally_reservation_delete after delete on tickets for each row
  when (old.module = 'reservation') execute function tally_reservations();

-- --- Who is there --------------------------------------------------------------------------------------------------
-- Residents with a live connection, by server process, with a heartbeat: after two minutes without one the process counts as
-- gone. Unlogged: after a crash nobody is connected.
create unlogged table live_tenants (
  tenant_id bigint not null, process uuid not null, at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, process)
);
alter table amenities add column search_text text not null generated always as (lower(title || e'\n' || description)) stored;
alter table tenants add column search_text text not null generated always as (lower(client_code || e'\n' || uoccname || e'\n' || uoccpers || e'\n' || ubtname || e'\n' || unit_number || e'\n' || first_name || e'\n' || last_name || e'\n' || email)) stored;
