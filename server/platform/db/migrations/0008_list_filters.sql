-- Lists: filters of tickets and payments by days of creation, type, assignee and unit.
-- beside: 0001_baseline

-- A list with days reads the range of each status.
create index tickets_module_created on tickets (module, status, created_at, id) where status <> 0;
create index tickets_created on tickets (status, created_at, id) where status <> 0;
create index payments_created on payments (status, created_at, id) where status <> 0;

create index tickets_of_assignee on tickets (assignee_id, status, id desc) include (module)
  where status <> 0 and assignee_id is not null;
create index payments_type on payments (type, status, id) where status <> 0;
create index tenants_unit on tenants (lower(unit_number));

-- Types are counted from an index only if it holds a single one: an index on an expression has no column to read.
create index tickets_gatepass_1 on tickets (status, id)
  where status <> 0 and module = 'gatePass' and details ->> 'type' = '1';
create index tickets_gatepass_2 on tickets (status, id)
  where status <> 0 and module = 'gatePass' and details ->> 'type' = '2';
create index tickets_gatepass_3 on tickets (status, id)
  where status <> 0 and module = 'gatePass' and details ->> 'type' = '3';
create index tickets_gatepass_4 on tickets (status, id)
  where status <> 0 and module = 'gatePass' and details ->> 'type' = '4';
create index tickets_commendation_1 on tickets (status, id)
  where status <> 0 and module = 'commendation' and details ->> 'type' = '1';
create index tickets_commendation_2 on tickets (status, id)
  where status <> 0 and module = 'commendation' and details ->> 'type' = '2';
-- Without it the planner takes every type for rare, and sorts all its tickets.
create statistics tickets_type (mcv) on (details ->> 'type'), module from tickets;
analyze tickets;
