-- Service tickets: what waits, the most urgent first, of modules and of an assignee.
-- beside: 0001_baseline

create index tickets_waiting on tickets (module, status, due_at, id) where status in (1, 2, 3);
create index tickets_assigned on tickets (assignee_id, due_at, id) include (module)
  where status in (1, 2, 3) and assignee_id is not null;
