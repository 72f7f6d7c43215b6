-- Privacy notices: their versions, and the accounts that saw them.
-- beside: 0001_version_1

create table privacy_notices (
  id bigint primary key,
  content text not null,
  changes text not null,
  post_by_id bigint not null,
  post_by_name text not null,
  published_at timestamptz(3) not null default clock_timestamp()
);
comment on table privacy_notices is 'Published versions of the privacy notice. Rows never change (rules 26.13).';
comment on column privacy_notices.id is 'Number of the version, from 1.';
comment on column privacy_notices.content is 'ProseMirror JSON.';
comment on column privacy_notices.changes is 'One line: what changed since the version before.';
comment on column privacy_notices.post_by_id is 'Super-administrator. Without a reference: a reset may delete the account.';
create trigger privacy_notices_audit after insert or update or delete on privacy_notices for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('post_by_id', 'post_by_name');

create table privacy_notice_views (
  id bigint generated always as identity unique,
  notice_id bigint not null references privacy_notices on delete cascade,
  area text not null check (area in ('client', 'admin', 'super-admin')),
  account_id bigint not null,
  at timestamptz(3) not null default clock_timestamp(),
  primary key (notice_id, area, account_id)
);
comment on table privacy_notice_views is 'First time that an account saw a version of the privacy notice (rules 26.15).';
comment on column privacy_notice_views.at is
  'First login while the version was shown, or when a resident opened or dismissed the note about it.';
