-- Deliveries: kinds of news, and their mails and push messages.
-- beside: 0001_baseline

alter table notifications
  add column kind text not null default 'ticket' check (kind in
    ('ticket', 'payment', 'statement', 'post', 'memorandum', 'message', 'reminder', 'security')),
  add column brief text not null default '',
  add column letter jsonb,
  add column urgent boolean not null default false,
  add column fanned_out boolean not null default true;
comment on column notifications.brief is
  'What a lock screen shows: what happened, and the number. No name, remark or amount.';
comment on column notifications.letter is 'Text of the mail, where it is not title and message.';
comment on column notifications.urgent is 'Sent at once by every channel, through quiet hours.';
comment on column notifications.fanned_out is 'Whether its deliveries were queued.';
create index notifications_messages on notifications (link) where area = 'admin' and kind = 'message';
create index notifications_to_fan_out on notifications (id) where not fanned_out;

create table deliveries (
  id bigint generated always as identity primary key,
  notification_id bigint not null references notifications on delete cascade,
  area text not null check (area in ('client', 'admin')),
  reader_id bigint not null,
  channel text not null check (channel in ('mail', 'push')),
  state text not null default 'waiting'
    check (state in ('waiting', 'delayed', 'sending', 'sent', 'failed', 'unclear', 'dropped')),
  tries smallint not null default 0,
  reason text not null default '',
  due_at timestamptz(3) not null default clock_timestamp(),
  at timestamptz(3) not null default clock_timestamp(),
  unique (notification_id, area, reader_id, channel)
);
comment on table deliveries is 'Mails and push messages of notifications: one for each reader and channel.';
comment on column deliveries.state is
  'sending: marked before it is sent, so that a crash never sends it twice. unclear: it may have arrived. dropped: read, or no longer wanted or visible.';
comment on column deliveries.tries is 'Tries that were refused for now.';
comment on column deliveries.due_at is 'When to send it: at once, at the end of quiet hours, with the digest, or the next try.';
comment on column deliveries.at is 'When the state was reached.';
create index deliveries_due on deliveries (channel, due_at, id) where state in ('waiting', 'delayed');
create index deliveries_open on deliveries (area, reader_id) where state in ('waiting', 'delayed');
create index deliveries_sending on deliveries (at) where state = 'sending';
create index deliveries_state on deliveries (state, id desc);
create index deliveries_reader on deliveries (area, reader_id, id desc);

create table delivery_choices (
  area text not null check (area in ('client', 'admin')),
  reader_id bigint not null,
  choices jsonb not null default '{}',
  quiet_from time not null default '21:00',
  quiet_to time not null default '07:00',
  show_details boolean not null default false,
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (area, reader_id)
);
comment on table delivery_choices is 'News that an account wants by mail and push. No row: what it is at first.';
comment on column delivery_choices.choices is 'By kind: { "mail": "now" | "digest" | "off", "push": true | false }.';
comment on column delivery_choices.quiet_from is 'In the time of the community. Equal to `quiet_to`: no quiet hours.';
comment on column delivery_choices.show_details is 'Whether a lock screen shows the whole text.';
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

alter table posts add column urgent boolean not null default false;
comment on column posts.urgent is 'Its notification is sent at once by every channel.';

alter table tenants add column mail_refused_at timestamptz(3);
comment on column tenants.mail_refused_at is 'When a mail server refused their address for good. Null: since then it was changed, or mail arrived.';
alter table admins add column mail_refused_at timestamptz(3);
comment on column admins.mail_refused_at is 'When a mail server refused their address for good. Null: since then it was changed, or mail arrived.';
create function forget_refusal() returns trigger language plpgsql as $$
    begin
      if new.email <> old.email then new.mail_refused_at := null; end if;
      return new;
    end $$;
create trigger tenants_forget_refusal before update of email on tenants
  for each row execute function forget_refusal();
create trigger admins_forget_refusal before update of email on admins
  for each row execute function forget_refusal();

alter table reminders add column notification_id bigint;
comment on column reminders.notification_id is
  'Its notification, whose delivery is its mail. No foreign key: an ended line is not rewritten.';
comment on column reminders.started_at is 'When its notification was written.';
create index reminders_notification on reminders (notification_id) where outcome is null;
