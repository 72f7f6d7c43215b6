import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What the office publishes and what people say back: posts, comments, views, memorandums, policies, advertisements, feedback. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STAMPS =
  'created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp()'

const STATEMENTS = [
  // --- Announcements and events -----------------------------------------------------------------------------------
  // Shown from start_date until end_date; deleted softly with status 0. search_text is lower case, made in JavaScript.
  `create table posts (
    id bigint generated always as identity primary key,
    title text not null, description text not null, type text not null check (type in ('ANNOUNCEMENTS', 'EVENTS')),
    attached_url text not null default '', content jsonb, image jsonb not null default '[]',
    start_date timestamptz(3), end_date timestamptz(3),
    enable_messaging smallint not null default 1 check (enable_messaging in (0, 1)),
    status smallint not null default 1, version integer not null default 1,
    search_text text not null,
    post_by_id bigint references admins, approved_by_id bigint references admins, approval_date timestamptz(3),
    announced_at timestamptz(3),
    ${STAMPS}
  )`,
  `create index posts_shown on posts (id desc) where status <> 0`,
  `create index posts_search on posts using gin (search_text gin_trgm_ops) where status <> 0`,
  // Posts whose start is still to come are announced to residents when it arrives.
  `create index posts_to_announce on posts (start_date) where announced_at is null and status <> 0`,

  // By a tenant, or by an administrator in the office's thread.
  `create table comments (
    id bigint generated always as identity primary key,
    post_id bigint not null references posts on delete cascade,
    tenant_id bigint references tenants, admin_id bigint references admins,
    comment text not null, status smallint not null default 1,
    ${STAMPS},
    check (num_nonnulls(tenant_id, admin_id) = 1)
  )`,
  `create index comments_post on comments (post_id, id desc) where status <> 0`,

  // One row an opening; totals per post are kept as differences, like the tallies of tickets.
  `create table post_views (
    id bigint generated always as identity primary key,
    post_id bigint not null references posts on delete cascade,
    tenant_id bigint references tenants on delete cascade,
    at timestamptz(3) not null default clock_timestamp()
  )`,
  `create index post_views_post on post_views (post_id)`,

  // --- Circulars and house rules ----------------------------------------------------------------------------------
  `create table memorandums (
    id bigint generated always as identity primary key,
    memo_number text not null default '', title text not null, description text not null, date timestamptz(3) not null,
    files jsonb not null default '[]', status smallint not null default 1, version integer not null default 1,
    search_text text not null, post_by_id bigint references admins, ${STAMPS}
  )`,
  `create table policy_headers (
    id bigint generated always as identity primary key,
    header text not null, sequence_number integer not null, files jsonb not null default '[]',
    status smallint not null default 1, ${STAMPS}
  )`,
  `create index policy_headers_order on policy_headers (sequence_number, id) where status <> 0`,
  `create table policies (
    id bigint generated always as identity primary key,
    policy_header_id bigint not null references policy_headers on delete cascade,
    sub_header text not null, title text not null, date timestamptz(3) not null, files jsonb not null default '[]',
    status smallint not null default 1, version integer not null default 1, search_text text not null, ${STAMPS}
  )`,
  `create index policies_header on policies (policy_header_id, id) where status <> 0`,

  // --- Advertisements and feedback --------------------------------------------------------------------------------
  `create table advertisements (
    id bigint generated always as identity primary key,
    title text not null, url text not null, description text not null default '', images jsonb not null default '[]',
    status smallint not null default 1, version integer not null default 1, ${STAMPS}
  )`,
  `create table feedbacks (
    id bigint generated always as identity primary key,
    tenant_id bigint not null references tenants on delete cascade,
    rate smallint not null check (rate between 1 and 5), message text not null default '', search_text text not null, ${STAMPS}
  )`,
  `create index feedbacks_newest on feedbacks (id desc)`,

  // --- Dashboards -------------------------------------------------------------------------------------------------
  // Reservations by month of their creation in community time would need a count over all of them; kept as differences.
  `create index tickets_reservation_months on tickets (created_at) where module = 'reservation' and status <> 0`,
  `alter table amenities add column version integer not null default 1`,
]
