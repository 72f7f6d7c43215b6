-- Lists in other orders than the newest first: each is read in its order, and of a million tickets ten are fetched.

-- By a module's main date, with the status for its tabs.
create index tickets_date_gatepass on tickets ((details ->> 'dateOfUse'), status)
  where status <> 0 and module = 'gatePass';
create index tickets_date_reservation on tickets ((details ->> 'startTime'), status)
  where status <> 0 and module = 'reservation';
create index tickets_date_workpermit on tickets ((details ->> 'dateFrom'), status)
  where status <> 0 and module = 'workPermit';
create index tickets_date_visitor on tickets ((details ->> 'dateOfVisit'), status)
  where status <> 0 and module = 'visitor';
create index tickets_date_leasinginquiry on tickets ((details ->> 'dateInquiry'), status)
  where status <> 0 and module = 'leasingInquiry';

-- By client: the tenants in their order, and of each the tickets. The status is read from the index too.
create index tenants_code on tenants (lower(client_code));
create index tenants_name on tenants (lower(uoccname));
create index tickets_tenant_module_status on tickets (tenant_id, module, id desc) include (status) where status <> 0;
drop index tickets_tenant_module;

create index payments_date on payments (transaction_date, status) where status <> 0;
