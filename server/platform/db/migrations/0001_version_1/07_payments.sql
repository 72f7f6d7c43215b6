-- Payments: how they are made, verified, posted and reversed, and messages of the gateways.

create table bank_accounts (
  id bigint generated always as identity primary key,
  bank text not null,
  account_name text not null,
  account_number text not null,
  title text not null generated always as (bank || ' ' || account_number) stored,
  position integer not null,
  active smallint not null check (active in (0, 1)),
  images jsonb not null default '[]',
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table bank_accounts is 'The office''s bank accounts that residents pay into (rules 19.1).';
comment on column bank_accounts.title is 'Name in the audit log.';
comment on column bank_accounts.active is '1: residents see it.';
create trigger bank_accounts_audit after insert or update or delete on bank_accounts for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('title');
create trigger bank_accounts_later_update before update of updated_at on bank_accounts
  for each row execute function later_update();

create table payments (
  id bigint generated always as identity primary key,
  reference_number text not null unique,
  tenant_id bigint not null references tenants,
  type smallint not null check (type between 1 and 6),
  status smallint not null default 1 check (status between 0 and 5),
  version integer not null default 1,
  soa_amount numeric(12,2) not null,
  soa_date timestamptz(3),
  amount_paid numeric(12,2) not null check (amount_paid >= 0),
  currency text not null default 'PHP',
  invoice_number text not null default '',
  invoice_date timestamptz(3),
  transaction_date timestamptz(3),
  cheque_date date check (cheque_date is null or type = 5),
  bank text not null default '', bank_reference text not null default '',
  duplicate_of bigint[] not null default '{}',
  email text not null default '', name text not null default '', mobile text not null default '',
  images jsonb not null default '[]',
  message text not null default '',
  remarks text not null default '',
  txn_id text unique,
  gateway_reference text,
  outsource_status text,
  gateway_method text,
  gateway_amount numeric(12,2),
  gateway_fee numeric(12,2),
  settled_at timestamptz(3),
  return_url text,
  sandbox boolean not null default false,
  set_aside text,
  next_inquiry_at timestamptz(3), inquiries integer not null default 0,
  proof jsonb not null default '[]',
  reservation_id bigint references tickets,
  charge_id bigint,
  verified_date timestamptz(3), verified_by_id bigint references admins,
  posted_date timestamptz(3), posted_by_id bigint references admins,
  receipt_number text unique,
  receipt jsonb,
  post_by_id bigint references admins,
  search_text text not null default '',
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  constraint payments_receipted check (status <> 4 or receipt_number is not null or amount_paid = 0)
);
comment on table payments is 'Payments. Amounts are pesos.';
comment on column payments.type is
  '1 deposit, 2 Dragonpay, 3 AQWire, 4 cash, 5 cheque, 6 bank transfer. 1 too: of a reservation.';
comment on column payments.status is
  '0 deleted, 1 created, 2 for verification, 3 verified, 4 posted, 5 rejected (rules 8.1).';
comment on column payments.version is 'Counts changes: a change that names an older version is refused.';
comment on column payments.soa_amount is
  'The tenant''s latest statement when the payment was made. So is `soa_date`.';
comment on column payments.amount_paid is 'As reported by the payer. Nothing that a gateway says changes it.';
comment on column payments.invoice_number is
  'Client code and date of the statement (rules 8.3), not the number of an invoice.';
comment on column payments.invoice_date is 'Copy of `soa_date`.';
comment on column payments.transaction_date is
  'When the payer paid, as reported. Of other payments, when it was made.';
comment on column payments.duplicate_of is
  'Earlier payments that looked the same when it was sent (rules 8.36).';
comment on column payments.images is 'Files of the deposit slip or cheque.';
comment on column payments.message is 'Written by the resident. `remarks` is by the office.';
comment on column payments.txn_id is
  'Transaction''s number at the gateway, given by the portal. `gateway_reference` is the gateway''s own.';
comment on column payments.outsource_status is
  'The gateway''s letter: S successful, P pending, R refund, F failed, … (rules 8.15).';
comment on column payments.settled_at is 'When the gateway says that the money came.';
comment on column payments.return_url is 'Page of the gateway to pay at.';
comment on column payments.sandbox is 'Made with the payment sandbox: no money moved.';
comment on column payments.set_aside is 'Why a person must look, a reason a line. Stays when that is done.';
comment on column payments.next_inquiry_at is 'When the gateway is asked next. Null: not at all.';
comment on column payments.proof is
  'Files by which the office shows that an online payment came (rules 8.32).';
comment on column payments.reservation_id is
  'Reservation that it pays for; such a payment has no entry in the ledger.';
comment on column payments.charge_id is
  'Entry of the ledger that the payer named: settled first (rules 16.16).';
comment on column payments.receipt_number is
  'Acknowledgement receipt. `receipt` holds what is printed on it.';
comment on column payments.search_text is 'Folded numbers and references.';
comment on column payments.post_by_id is 'Administrator who entered it. Null: the resident reported it.';
create index payments_newest on payments (id desc) where status <> 0;
create index payments_status on payments (status, id desc) where status <> 0;
-- 'For verification' also shows payments that are only created, so its list has an index of its own.
create index payments_for_verification on payments (id desc) where status in (1, 2);
create index payments_tenant on payments (tenant_id, id desc) where status <> 0;
create index payments_date on payments (transaction_date, status) where status <> 0;
create index payments_search on payments using gin (search_text gin_trgm_ops) where status <> 0;
create index payments_gateway_reference on payments (gateway_reference) where gateway_reference is not null;
create index payments_online on payments (tenant_id, created_at) where type in (2, 3);
create index payments_inquiry on payments (next_inquiry_at) where next_inquiry_at is not null;
create unique index payments_reservation on payments (reservation_id) where status <> 0;
create index payments_bank_reference on payments (lower(bank_reference)) where bank_reference <> '';
create index payments_charge on payments (charge_id) where charge_id is not null;
create index payments_waiting_cheques on payments (cheque_date, id)
  where cheque_date is not null and status in (2, 3);
create index payments_posted on payments (posted_date) where status = 4;
create index payments_taken on payments (post_by_id, id) where post_by_id is not null;
create index payments_created on payments (status, created_at, id) where status <> 0;
create index payments_type on payments (type, status, id) where status <> 0;
create trigger payments_audit after insert or update or delete on payments for each row
  when (current_setting('tahanan.actor', true) <> '')
    execute function audit_change('search_text', 'version', 'receipt');
create trigger payments_later_update before update of updated_at on payments
  for each row execute function later_update();
create function write_payment_search_text() returns trigger language plpgsql as $$
    begin
      new.search_text := folded(concat_ws(E'\n', new.reference_number, coalesce(new.txn_id, ''),
        coalesce(new.gateway_reference, ''), coalesce(new.receipt_number, ''), new.bank_reference));
      return new;
    end $$;
create trigger payments_fold before insert or
  update of search_text, reference_number, txn_id, gateway_reference, receipt_number, bank_reference
  on payments for each row execute function write_payment_search_text();

-- The last line of defence for rules 8.4 and 8.6. Status 4 is posted.
create function keep_payments_true() returns trigger language plpgsql as $$
    begin
      if new.amount_paid <> old.amount_paid or new.currency <> old.currency or new.type <> old.type
        or new.reference_number <> old.reference_number then
        raise exception 'amount, currency, type and number of payment % never change', old.id;
      end if;
      if old.status = 4 and (new.status <> 4 or new.receipt is distinct from old.receipt
        or new.receipt_number is distinct from old.receipt_number) then
        raise exception 'payment % is posted, which is final', old.id;
      end if;
      return new;
    end $$;
create trigger payments_stay_true before update on payments
  for each row execute function keep_payments_true();

create table payment_tallies (status smallint not null, delta bigint not null);
comment on table payment_tallies is
  'Number of payments by status, as deltas to sum up (docs/decisions/0002-exact-totals.md).';
create function tally_payments() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into payment_tallies select status, count(*) from after_rows group by status;
      elsif tg_op = 'DELETE' then
        insert into payment_tallies select status, -count(*) from before_rows group by status;
      else
        insert into payment_tallies select status, sum(n) from (
          select status, 1 as n from after_rows union all select status, -1 from before_rows
        ) as changes group by status having sum(n) <> 0;
      end if;
      return null;
    end $$;
create trigger payments_tally_insert after insert on payments referencing new table as after_rows
  for each statement execute function tally_payments();
create trigger payments_tally_update after update on payments
  referencing old table as before_rows new table as after_rows
  for each statement execute function tally_payments();
create trigger payments_tally_delete after delete on payments referencing old table as before_rows
  for each statement execute function tally_payments();

-- --- Gateways ------------------------------------------------------------------------------------
create table gateway_messages (
  id bigint generated always as identity primary key,
  gateway text not null check (gateway in ('dragonpay', 'aqwire')),
  kind text not null check (kind in ('create', 'postback', 'return', 'webhook', 'inquiry')),
  txn_id text,
  payment_id bigint references payments,
  raw jsonb not null,
  verdict text not null default 'received', detail text,
  sandbox boolean not null default false,
  at timestamptz(3) not null default clock_timestamp()
);
comment on table gateway_messages is
  'Messages of gateways as they came, stored before they are acted on (rules 8.14).';
create index gateway_messages_payment on gateway_messages (payment_id, id);
-- Messages that are removed one day (server/features/gateways/messages.ts).
create index gateway_messages_idle on gateway_messages (id) where
  verdict in ('malformed', 'badDigest', 'unknown', 'notOwn', 'received', 'duplicate')
  and kind in ('postback', 'return', 'webhook');

create table sandbox_transactions (
  gateway text not null,
  txn_id text not null,
  reference text not null unique,
  amount numeric(12,2) not null,
  description text not null default '',
  email text not null default '',
  status text not null,
  return_to jsonb not null default '{}',
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (gateway, txn_id)
);
comment on table sandbox_transactions is
  'Transactions of the payment sandbox, which only the sandbox reads (rules 8.11).';

-- --- History, reversals, withheld tax ------------------------------------------------------------
create table payment_events (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments on delete cascade,
  at timestamptz(3) not null default clock_timestamp(),
  actor_area text not null check (actor_area in ('client', 'admin', 'gateway')),
  actor_id bigint, actor_name text not null,
  from_status smallint, to_status smallint not null,
  from_outsource text, to_outsource text,
  fields text[] not null default '{}',
  remark text,
  message_id bigint references gateway_messages
);
comment on table payment_events is 'History of payments. Never rewritten.';
comment on column payment_events.from_status is 'Null: the payment was made.';
comment on column payment_events.from_outsource is
  'The gateway''s letter before, as `to_outsource` is after.';
comment on column payment_events.fields is 'Names of the changed fields.';
create index payment_events_payment on payment_events (payment_id, id);
create index payment_events_message on payment_events (message_id) where message_id is not null;
create trigger payment_events_append_only before update on payment_events
  for each row execute function refuse_rewriting();

create table payment_reversals (
  payment_id bigint primary key references payments on delete cascade,
  kind text not null check (kind in ('enteredInError', 'chequeReturned', 'takenBack')),
  remarks text not null,
  admin_id bigint not null references admins,
  at timestamptz(3) not null default clock_timestamp()
);
comment on table payment_reversals is
  'Reversals of posted payments (rules 16.14). The payment itself is never rewritten.';
create index payment_reversals_at on payment_reversals (at);
create trigger payment_reversals_append_only before update on payment_reversals
  for each row execute function refuse_rewriting();

create table withholdings (
  payment_id bigint primary key references payments on delete cascade,
  amount numeric(14,2) not null check (amount > 0),
  tax_code text not null,
  period_from date not null, period_to date not null check (period_to >= period_from),
  certificate jsonb not null default '[]',
  received_at timestamptz(3), received_by_id bigint references admins,
  created_at timestamptz(3) not null default clock_timestamp()
);
comment on table withholdings is 'Creditable tax that a payer withheld of a payment (rules 19.3).';
comment on column withholdings.certificate is 'Files of BIR form 2307.';
comment on column withholdings.received_at is 'When an administrator marked the certificate as received.';
