-- The text of all tickets has one index again, instead of one for each module: a search over all modules planned nine and read
-- nine. (The version before finds the same with it.)

create index tickets_search on tickets using gin (search_text gin_trgm_ops) where status <> 0;
-- Last: while the new one is built, tickets can still be read.
drop index tickets_search_joborder;
drop index tickets_search_gatepass;
drop index tickets_search_reservation;
drop index tickets_search_incidentreport;
drop index tickets_search_workpermit;
drop index tickets_search_visitor;
drop index tickets_search_leasinginquiry;
drop index tickets_search_commendation;
drop index tickets_search_workservice;
