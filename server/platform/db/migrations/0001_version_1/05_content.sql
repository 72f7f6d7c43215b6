-- Content: posts and their comments, circulars, house rules, advertisements, feedback, notifications.

create table posts (
  id bigint generated always as identity primary key,
  title text not null,
  description text not null,
  type text not null check (type in ('ANNOUNCEMENTS', 'EVENTS')),
  attached_url text not null default '',
  content jsonb,
  image jsonb not null default '[]',
  start_date timestamptz(3), end_date timestamptz(3),
  enable_messaging smallint not null default 1 check (enable_messaging in (0, 1)),
  urgent boolean not null default false,
  status smallint not null default 1,
  version integer not null default 1,
  search_text text not null,
  post_by_id bigint references admins,
  approved_by_id bigint references admins, approval_date timestamptz(3),
  announced_at timestamptz(3),
  turns_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  shown_from timestamptz(3) not null generated always as (greatest(start_date, created_at)) stored
);
comment on table posts is 'Announcements and events, shown from `start_date` to `end_date`.';
comment on column posts.content is 'Rich text. `description` is the plain one.';
comment on column posts.image is 'Files, with the first as the picture of the post.';
comment on column posts.enable_messaging is '1: residents may comment.';
comment on column posts.urgent is 'Its notification is sent at once by every channel.';
comment on column posts.status is '0 deleted.';
comment on column posts.search_text is 'Folded, written by the server.';
comment on column posts.announced_at is 'When residents were notified.';
comment on column posts.turns_at is
  'Next moment at which the post appears or ends by itself. Null: neither is to come.';
comment on column posts.shown_from is 'Place in the list: a scheduled post counts from its appearance.';
create index posts_newest on posts (id desc) where status <> 0;
create index posts_shown on posts (shown_from desc, id desc) where status <> 0;
create index posts_search on posts using gin (search_text gin_trgm_ops) where status <> 0;
create index posts_turning on posts (turns_at) where turns_at is not null and status <> 0;
create trigger posts_audit after insert or update or delete on posts for each row
  when (current_setting('tahanan.actor', true) <> '')
  execute function audit_change('search_text', 'version', 'turns_at', 'announced_at', 'shown_from');
create trigger posts_later_update before update of updated_at on posts
  for each row execute function later_update();
create trigger posts_fold before insert or update of search_text on posts
  for each row execute function fold_search_text();

create table comments (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts on delete cascade,
  tenant_id bigint references tenants, admin_id bigint references admins,
  comment text not null,
  status smallint not null default 1,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  check (num_nonnulls(tenant_id, admin_id) = 1)
);
comment on table comments is 'Comments below posts, by a tenant or an administrator.';
comment on column comments.status is '0 deleted.';
create index comments_post on comments (post_id, id desc) where status <> 0;
create trigger comments_audit after insert or update or delete on comments for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();
create trigger comments_later_update before update of updated_at on comments
  for each row execute function later_update();

create table post_view_tallies (
  post_id bigint not null references posts on delete cascade,
  delta bigint not null
);
comment on table post_view_tallies is
  'Number of openings by post, as deltas to sum up. Who opened it is not stored.';
create index post_view_tallies_post on post_view_tallies (post_id);

-- --- Records of the office -----------------------------------------------------------------------
create table memorandums (
  id bigint generated always as identity primary key,
  memo_number text not null default '',
  title text not null,
  description text not null,
  date timestamptz(3) not null,
  files jsonb not null default '[]',
  status smallint not null default 1,
  post_by_id bigint references admins,
  search_text text not null
    generated always as (folded(memo_number || E'\n' || title || E'\n' || description)) stored,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table memorandums is 'Memorandums and circulars.';
comment on column memorandums.status is '0 deleted.';
create trigger memorandums_audit after insert or update or delete on memorandums for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('search_text');
create trigger memorandums_later_update before update of updated_at on memorandums
  for each row execute function later_update();

create table policy_headers (
  id bigint generated always as identity primary key,
  header text not null,
  sequence_number integer not null,
  files jsonb not null default '[]',
  status smallint not null default 1,
  search_text text not null generated always as (folded(header)) stored,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table policy_headers is 'Chapters of the house rules, in the order of `sequence_number`.';
comment on column policy_headers.status is '0 deleted.';
create index policy_headers_order on policy_headers (sequence_number, id) where status <> 0;
create trigger policy_headers_audit after insert or update or delete on policy_headers for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('search_text');
create trigger policy_headers_later_update before update of updated_at on policy_headers
  for each row execute function later_update();

create table policies (
  id bigint generated always as identity primary key,
  policy_header_id bigint not null references policy_headers on delete cascade,
  sub_header text not null,
  title text not null,
  date timestamptz(3) not null,
  files jsonb not null default '[]',
  status smallint not null default 1,
  search_text text not null generated always as (folded(sub_header || E'\n' || title)) stored,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table policies is 'House rules.';
comment on column policies.status is '0 deleted.';
create index policies_header on policies (policy_header_id, id) where status <> 0;
create trigger policies_audit after insert or update or delete on policies for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('search_text');
create trigger policies_later_update before update of updated_at on policies
  for each row execute function later_update();

create table advertisements (
  id bigint generated always as identity primary key,
  title text not null,
  url text not null,
  description text not null default '',
  images jsonb not null default '[]',
  status smallint not null default 1,
  search_text text not null
    generated always as (folded(title || E'\n' || url || E'\n' || description)) stored,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table advertisements is 'Advertisements with their link.';
comment on column advertisements.status is '0 deleted.';
create trigger advertisements_audit after insert or update or delete on advertisements for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('search_text');
create trigger advertisements_later_update before update of updated_at on advertisements
  for each row execute function later_update();

create table feedbacks (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenants on delete cascade,
  rate smallint not null check (rate between 1 and 5),
  message text not null default '',
  search_text text not null generated always as (folded(message)) stored,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table feedbacks is 'Feedback of residents, in stars and words.';
create index feedbacks_search on feedbacks using gin (search_text gin_trgm_ops);
create trigger feedbacks_later_update before update of updated_at on feedbacks
  for each row execute function later_update();

-- --- Notifications -------------------------------------------------------------------------------
create table notifications (
  id bigint generated always as identity primary key,
  area text not null check (area in ('client', 'admin')),
  tenant_id bigint references tenants on delete cascade,
  page text,
  admin_id bigint references admins on delete cascade,
  subject_tenant_id bigint references tenants on delete cascade,
  kind text not null default 'ticket' check (kind in
    ('ticket', 'payment', 'statement', 'post', 'memorandum', 'message', 'reminder', 'security', 'gate')),
  title text not null,
  message text not null,
  link text,
  brief text not null default '',
  letter jsonb,
  urgent boolean not null default false,
  fanned_out boolean not null default true,
  created_at timestamptz(3) not null default clock_timestamp(),
  check ((area = 'admin') = (page is not null))
);
comment on table notifications is 'Notifications: one row for all its readers. An inbox shows 90 days.';
comment on column notifications.tenant_id is 'Reader, where `area` is client. Null: all tenants.';
comment on column notifications.page is
  'Where `area` is admin: all administrators who may view this page read it.';
comment on column notifications.admin_id is
  'Where `area` is admin: the only reader, while they may view the page. Null: all who may.';
comment on column notifications.subject_tenant_id is 'Tenant that a notification of the office concerns.';
comment on column notifications.brief is
  'What a lock screen shows: what happened, and the number. No name, remark or amount.';
comment on column notifications.letter is 'Text of the mail, where it is not title and message.';
comment on column notifications.urgent is 'Sent at once by every channel, through quiet hours.';
comment on column notifications.fanned_out is 'Whether its deliveries were queued.';
create index notifications_tenant on notifications (tenant_id, created_at desc, id desc)
  where area = 'client';
create index notifications_everyone on notifications (created_at desc, id desc)
  where area = 'client' and tenant_id is null;
create index notifications_page on notifications (page, created_at desc, id desc) where area = 'admin';
create index notifications_age on notifications (created_at);
create index notifications_messages on notifications (link) where area = 'admin' and kind = 'message';
create index notifications_to_fan_out on notifications (id) where not fanned_out;

create table notification_reads (
  area text not null, reader_id bigint not null,
  notification_id bigint not null references notifications on delete cascade,
  at timestamptz(3) not null default clock_timestamp(),
  primary key (area, reader_id, notification_id)
);
comment on table notification_reads is 'Who read which notification.';
create index notification_reads_notification on notification_reads (notification_id);
