-- A withdrawal stands on the day of its statement, so that a ledger reads in the order of its dates (rules 16.4).
alter table ledger_entries disable trigger ledger_entries_keep;
update ledger_entries w set date = s.date, label = 'Withdrawn ' || to_char(w.date, 'FMDD Mon YYYY')
  from ledger_entries s
  where w.kind = 'statement' and w.label = 'Withdrawn' and s.tenant_id = w.tenant_id and s.statement_id = w.statement_id and s.n < w.n;
alter table ledger_entries enable trigger ledger_entries_keep;
