-- Tickets: an erasure finds the events that a tenant wrote, also in tickets of another tenant (rules 26.8).
-- beside: 0001_version_1

create index ticket_events_of_residents on ticket_events (actor_id) where actor_area = 'client';
