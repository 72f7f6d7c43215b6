-- Tickets: the list of all modules reads its pages from an index alone, however far they are.
-- beside: 0001_version_1

create index tickets_newest on tickets (id desc) where status <> 0;
