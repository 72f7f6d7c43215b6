-- Privacy requests: requests of people about their data.
-- beside: 0001_version_1

create table privacy_requests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('copy', 'correction', 'erasure')),
  tenant_id bigint references tenants on delete cascade,
  person_name text not null default '',
  contact text not null default '',
  about text not null default '',
  message text not null default '',
  records jsonb not null default '[]',
  due_on date not null,
  state text not null default 'open' check (state in ('open', 'done', 'refused')),
  answer text not null default '',
  answered_at timestamptz(3),
  answered_by_id bigint references admins,
  post_by_id bigint references admins,
  search_text text not null generated always as (folded(person_name || E'\n' || contact)) stored,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  check ((state = 'open') = (answered_at is null))
);
comment on table privacy_requests is 'Requests for a copy, a correction or the erasure of personal data.';
comment on column privacy_requests.tenant_id is 'Null: a person without an account, with `person_name` and `contact`.';
comment on column privacy_requests.about is 'How the person came to be in the portal.';
comment on column privacy_requests.records is 'Records that the office found to be of the person: kind, id, label.';
comment on column privacy_requests.due_on is 'Day of the community, fixed when the request was filed.';
comment on column privacy_requests.post_by_id is 'Who entered it. Null: the resident.';
create unique index privacy_requests_one_open on privacy_requests (tenant_id, kind) where state = 'open';
create index privacy_requests_tenant on privacy_requests (tenant_id);
create index privacy_requests_open on privacy_requests (due_on, id) where state = 'open';
create trigger privacy_requests_audit after insert or update or delete on privacy_requests for each row
  when (current_setting('tahanan.actor', true) <> '')
  execute function audit_change('search_text', 'person_name=person_name', 'contact=contact', 'about=about',
    'message=message', 'records=records', 'answer=answer');
create trigger privacy_requests_later_update before update on privacy_requests
  for each row execute function later_update();
