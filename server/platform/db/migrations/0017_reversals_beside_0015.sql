-- Reversals of posted payments (rules 16.14): a row for each, only added. The payment itself is never rewritten.
create table payment_reversals (
  payment_id bigint primary key references payments on delete cascade,
  kind text not null check (kind in ('enteredInError', 'chequeReturned', 'takenBack')),
  remarks text not null,
  admin_id bigint not null references admins,
  at timestamptz(3) not null default clock_timestamp()
);
create trigger payment_reversals_append_only before update on payment_reversals for each row execute function refuse_rewriting();
