-- A reservation's payment of ₱0.00 is posted without a receipt (rules 8.27).
alter table payments drop constraint payments_check,
  add constraint payments_receipted check (status <> 4 or receipt_number is not null or amount_paid = 0);
