-- The counter (rules 17): cash, cheques and bank transfers that the office enters, dates of cheques, and closes of the day, which hold
-- each cash payment and each reversal of one once.
alter table payments drop constraint payments_type_check, add constraint payments_type_check check (type between 1 and 6);
alter table payments add column cheque_date date check (cheque_date is null or type = 5);
create index payments_waiting_cheques on payments (cheque_date, id) where cheque_date is not null and status in (2, 3);
create table cash_closes (
  number integer primary key,
  payments integer not null, expected numeric(14,2) not null, counted numeric(14,2) not null check (counted >= 0),
  remarks text not null check (remarks <> '' or counted = expected),
  taken_by text[] not null,
  admin_id bigint references admins,
  created_at timestamptz(3) not null default clock_timestamp()
);
create table cash_close_rows (
  entry_id bigint primary key references ledger_entries on delete cascade,
  close integer not null references cash_closes
);
create index cash_close_rows_close on cash_close_rows (close);
create trigger cash_closes_append_only before update or delete on cash_closes for each row execute function refuse_rewriting();
create trigger cash_close_rows_append_only before update on cash_close_rows for each row execute function refuse_rewriting();
