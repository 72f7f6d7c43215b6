-- An amount without a due date of its own is due with the first statement after it that has one (rules 20.4).
create index ledger_entries_due on ledger_entries (tenant_id, n) include (date, due_date, statement_id)
  where kind = 'statement' and due_date is not null;
drop index ledger_entries_open;
create index ledger_entries_open on ledger_entries (tenant_id, raised) include (raises, n, date, due_date) where raises > 0;
