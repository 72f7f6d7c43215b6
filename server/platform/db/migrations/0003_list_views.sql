-- Views of lists: queries that an administrator named.
-- beside: 0002_assignees

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
