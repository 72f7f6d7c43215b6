-- The statements of a period (rules 22.4) are found by their day.
create index ledger_entries_statements on ledger_entries (date) where kind = 'statement';
