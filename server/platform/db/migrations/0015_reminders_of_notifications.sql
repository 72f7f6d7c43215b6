-- Reminders: a delivery finds the reminder of its notification, also if its mail is sent again (rules 20.8).
-- beside: 0001_version_1

create index reminders_of_notifications on reminders (notification_id) where notification_id is not null;
-- The new index also serves the queries of the old one.
drop index reminders_notification;
