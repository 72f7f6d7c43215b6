-- Tickets: the office is notified of late tickets without reading those that it was notified of (rules 10.13).
-- beside: 0001_version_1

create index tickets_not_told_late on tickets (due_at) where status in (1, 2, 3) and late_told_at is null;
