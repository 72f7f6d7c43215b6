-- Leftovers, and a name that only history explains.
drop function enter_receipts();
alter table payments rename constraint payments_check1 to payments_check;
