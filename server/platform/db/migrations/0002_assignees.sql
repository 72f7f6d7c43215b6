-- Service tickets: who works on a ticket, until when, and notifications to one administrator.
-- beside: 0001_baseline

alter table tickets
  add column assignee_id bigint references admins,
  add column due_at timestamptz(3),
  add column late_told_at timestamptz(3);
comment on column tickets.assignee_id is 'Administrator who works on it. Null: nobody.';
comment on column tickets.due_at is 'End of its office hours by the due rule at the time of filing. Null: no rule.';
comment on column tickets.late_told_at is 'When the office was notified that it is late.';
create index tickets_assignee on tickets (assignee_id, id desc) where status <> 0 and assignee_id is not null;
create index tickets_due on tickets (due_at) where status in (1, 2, 3) and due_at is not null;

alter table ticket_events add column assignee_name text;
comment on column ticket_events.assignee_name is
  'New assignee, empty for nobody; only the office reads it. Null: another change.';

alter table notifications add column admin_id bigint references admins on delete cascade;
comment on column notifications.admin_id is
  'Where `area` is admin: the only reader, while they may view the page. Null: all who may.';
