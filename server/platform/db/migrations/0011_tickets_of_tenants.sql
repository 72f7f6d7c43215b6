-- Tickets: an erasure reads deleted tickets too: of a million tickets it took two seconds without this index.
-- beside: 0001_version_1

drop index tickets_tenant;
create index tickets_tenant on tickets (tenant_id, id desc);

comment on table gate_events is 'The log of the gate. Only added to; names are emptied after their period.';
