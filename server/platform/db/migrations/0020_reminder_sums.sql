-- Billing: the audit log says how many reminders a batch sends, and of how much.
-- beside: 0017_gate_workers

alter table reminder_batches
  add column reminders integer,
  add column amount numeric(14,2);
comment on column reminder_batches.reminders is
  'Reminders of the batch without skipped tenants; `amount` is the sum of what is due. Null: an earlier batch.';
