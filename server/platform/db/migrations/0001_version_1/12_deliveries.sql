-- Deliveries: mails and push messages of news and of accounts, and what an account wants.

create table deliveries (
  id bigint generated always as identity primary key,
  notification_id bigint references notifications on delete cascade,
  purpose text,
  area text not null check (area in ('client', 'admin', 'super-admin')),
  reader_id bigint not null,
  channel text not null check (channel in ('mail', 'push')),
  state text not null default 'waiting'
    check (state in ('waiting', 'delayed', 'sending', 'sent', 'failed', 'unclear', 'dropped')),
  tries smallint not null default 0,
  reason text not null default '',
  due_at timestamptz(3) not null default clock_timestamp(),
  at timestamptz(3) not null default clock_timestamp(),
  unique (notification_id, area, reader_id, channel),
  constraint deliveries_purpose_check check ((notification_id is null) = (purpose is not null))
);
comment on table deliveries is
  'Mails and push messages: one for each reader and channel of a notification, and one for each mail that is no news.';
comment on column deliveries.notification_id is 'Null: a mail that is no news, with a purpose.';
comment on column deliveries.purpose is
  'Of a mail that is no news: login details, a link for a new password, a warning of wrong codes. Its text is stored nowhere.';
comment on column deliveries.state is
  'sending: marked before it is sent, so that a crash never sends it twice. unclear: it may have arrived. dropped: read, or no longer wanted or visible.';
comment on column deliveries.tries is 'Tries that were refused for now.';
comment on column deliveries.due_at is
  'When to send it: at once, at the end of quiet hours, with the digest, or the next try.';
comment on column deliveries.at is 'When the state was reached.';
create index deliveries_due on deliveries (channel, due_at, id) where state in ('waiting', 'delayed');
create index deliveries_open on deliveries (area, reader_id) where state in ('waiting', 'delayed');
create index deliveries_sending on deliveries (at) where state = 'sending';
create index deliveries_state on deliveries (state, id desc);
create index deliveries_reader on deliveries (area, reader_id, id desc);
create index deliveries_account_mails on deliveries (at) where notification_id is null;

create table delivery_choices (
  area text not null check (area in ('client', 'admin')),
  reader_id bigint not null,
  choices jsonb not null default '{}',
  quiet_from time not null default '21:00',
  quiet_to time not null default '07:00',
  show_details boolean not null default false,
  walk_ins_by_push boolean not null default true,
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (area, reader_id)
);
comment on table delivery_choices is
  'News that an account wants by mail and push. No row: what it is at first.';
comment on column delivery_choices.choices is
  'By kind: { "mail": "now" | "digest" | "off", "push": true | false }.';
comment on column delivery_choices.quiet_from is
  'In the time of the community. Equal to `quiet_to`: no quiet hours.';
comment on column delivery_choices.show_details is 'Whether a lock screen shows the whole text.';
comment on column delivery_choices.walk_ins_by_push is
  'Whether the push message of a walk-in carries buttons that answer without a login.';
create trigger delivery_choices_later_update before update on delivery_choices
  for each row execute function later_update();

create table push_subscriptions (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenants on delete cascade,
  session_id bigint not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  device text not null default '',
  created_at timestamptz(3) not null default clock_timestamp(),
  seen_at timestamptz(3) not null default clock_timestamp()
);
comment on table push_subscriptions is 'Browsers of residents that receive push messages. In no backup.';
comment on column push_subscriptions.session_id is
  'Latest session of the browser. Its end by hand ends the subscription, its idle end does not.';
comment on column push_subscriptions.seen_at is 'Latest visit.';
create index push_subscriptions_tenant on push_subscriptions (tenant_id);
