-- Statements and their imports, payments with their history, what gateways said, and tokens that come by mail.

-- --- Statement imports ---------------------------------------------------------------------------------------------
-- An import is prepared (its rows staged and compared), then saved in chunks, each in one transaction that also marks its
-- rows; so a killed import goes on where it stood, and `saved` never claims more than is there.
create table statement_imports (
  id bigint generated always as identity primary key,
  uniq_id text not null,
  admin_id bigint not null references admins,
  state text not null default 'prepared' check (state in ('prepared', 'saving', 'done', 'abandoned')),
  soa_file text, web_client_file text,
  soa_file_name text not null default '', web_client_file_name text not null default '',
  date_order text check (date_order in ('DMY', 'MDY')),
  content_sha bytea,
  total integer not null default 0, saved integer not null default 0,
  created integer not null default 0, updated integer not null default 0, unchanged integer not null default 0,
  refused integer not null default 0,
  amount_before numeric(16,2) not null default 0, amount_after numeric(16,2) not null default 0,
  pdfs integer not null default 0, pdf_bytes bigint not null default 0,
  missing_pdfs integer not null default 0, extra_pdfs integer not null default 0,
  problem text,
  saving_at timestamptz(3), done_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp()
);
-- One import at a time goes by a name that the browser chose; the same name again later is another import.
create unique index statement_imports_open on statement_imports (uniq_id) where state in ('prepared', 'saving');
create index statement_imports_uniq_id on statement_imports (uniq_id, id desc);
-- A merged row of the files: `amount` and `fields` are the web-client file's half, `invdate` and `attachment` the SOA file's.
-- `pdf` is the attachment as names of PDFs are compared. A row that is not refused may have a reason too: what to look at.
create table statement_import_rows (
  import_id bigint not null references statement_imports on delete cascade,
  row integer not null,
  source text not null check (source in ('soa', 'webClient', 'list')), line integer not null,
  urefno text not null,
  verdict text not null check (verdict in ('new', 'changed', 'unchanged', 'refused')),
  reason text,
  tenant_id bigint references tenants on delete cascade,
  fields jsonb not null default '{}', amount numeric(12,2),
  invdate timestamptz(3), attachment text, pdf text,
  amount_before numeric(12,2), amount_after numeric(12,2), sha_before bytea,
  statement boolean not null default false, file_key text, file_sha bytea,
  saved_at timestamptz(3),
  primary key (import_id, row)
);
create index statement_import_rows_unsaved on statement_import_rows (import_id, row) where saved_at is null and verdict <> 'refused';
create index statement_import_rows_refused on statement_import_rows (import_id, row) where verdict = 'refused';
create index statement_import_rows_pdf on statement_import_rows (import_id, pdf) where pdf is not null;
-- The PDFs that came for an import, by the name as names are compared; the same name again replaces the one before.
create table statement_import_files (
  import_id bigint not null references statement_imports on delete cascade,
  name text not null, original_name text not null, file_key text not null, sha256 bytea not null, bytes bigint not null,
  primary key (import_id, name)
);

-- --- Statements of account -----------------------------------------------------------------------------------------
-- Imported statements of a tenant, kept for good; the tenant's own columns repeat the latest.
create table statements (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenants on delete cascade,
  import_id bigint references statement_imports on delete set null,
  title text not null default '', soa_amount numeric(12,2) not null, soa_date timestamptz(3),
  soa_name text, attachment text, sha256 bytea,
  created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp()
);
create index statements_tenant on statements (tenant_id, id desc);

-- --- Payments ------------------------------------------------------------------------------------------------------
-- Status 0 deleted, 1 created, 2 for verification, 3 verified, 4 posted, 5 rejected (rules 8.1). The amounts are
-- what the resident said and owed at that moment; nothing that a gateway says changes them.
create table payments (
  id bigint generated always as identity primary key,
  reference_number text not null unique,
  tenant_id bigint not null references tenants,
  type smallint not null check (type in (1, 2, 3)),
  status smallint not null default 1 check (status between 0 and 5),
  version integer not null default 1,
  soa_amount numeric(12,2) not null, soa_date timestamptz(3),
  amount_paid numeric(12,2) not null check (amount_paid >= 0), currency text not null default 'PHP',
  invoice_number text not null default '', invoice_date timestamptz(3), transaction_date timestamptz(3),
  email text not null default '', name text not null default '', mobile text not null default '',
  images jsonb not null default '[]',
  message text not null default '', remarks text not null default '', return_url text,
  txn_id text unique, gateway_reference text, outsource_status text, gateway_method text,
  gateway_amount numeric(12,2), gateway_fee numeric(12,2), settled_at timestamptz(3),
  set_aside text,
  next_inquiry_at timestamptz(3), inquiries integer not null default 0,
  reservation_id bigint references tickets,
  verified_date timestamptz(3), verified_by_id bigint references admins,
  posted_date timestamptz(3), posted_by_id bigint references admins,
  receipt_number text unique, receipt jsonb,
  post_by_id bigint references admins,
  sandbox boolean not null default false,
  search_text text not null generated always as (lower(reference_number || E'\n' || coalesce(txn_id, '') || E'\n'
    || coalesce(gateway_reference, '') || E'\n' || coalesce(receipt_number, ''))) stored,
  created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp(),
  check (status <> 4 or receipt_number is not null)
);
create index payments_newest on payments (id desc) where status <> 0;
create index payments_status on payments (status, id desc) where status <> 0;
-- 'For verification' shows created ones too, so that list has an order of its own.
create index payments_for_verification on payments (id desc) where status in (1, 2);
create index payments_tenant on payments (tenant_id, id desc) where status <> 0;
create index payments_search on payments using gin (search_text gin_trgm_ops) where status <> 0;
create index payments_gateway_reference on payments (gateway_reference) where gateway_reference is not null;
create index payments_online on payments (tenant_id, created_at) where type in (2, 3);
create index payments_inquiry on payments (next_inquiry_at) where next_inquiry_at is not null;
create unique index payments_reservation on payments (reservation_id) where status <> 0;
-- How many payments there are by status, as differences: exact totals without a count (docs/decisions/0002).
create table payment_tallies (status smallint not null, delta bigint not null);
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
create trigger payments_tally_insert after insert on payments referencing new table as after_rows for each statement execute function tally_payments();
create trigger payments_tally_update after update on payments referencing old table as before_rows new table as after_rows for each statement execute function tally_payments();
create trigger payments_tally_delete after delete on payments referencing old table as before_rows for each statement execute function tally_payments();

-- The last line of defence for the two promises of payments: what was said to be paid stays, and posted is final.
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
create trigger payments_stay_true before update on payments for each row execute function keep_payments_true();

-- The logos that receipts were given out with, small: a replaced logo's own file is removed, its receipts keep it.
create table receipt_logos (key text primary key, png bytea not null);

-- A gateway's messages as they came, stored before they are acted on (rules 8.14).
create table gateway_messages (
  id bigint generated always as identity primary key,
  gateway text not null check (gateway in ('dragonpay', 'aqwire')),
  kind text not null check (kind in ('create', 'postback', 'return', 'webhook', 'inquiry')),
  txn_id text, payment_id bigint references payments,
  raw jsonb not null,
  verdict text not null default 'received', detail text,
  sandbox boolean not null default false,
  at timestamptz(3) not null default clock_timestamp()
);
create index gateway_messages_payment on gateway_messages (payment_id, id);
-- Those that may be removed one day (server/features/billing/gateways/messages.ts).
create index gateway_messages_idle on gateway_messages (id) where
  verdict in ('malformed', 'badDigest', 'unknown', 'notOwn', 'received', 'duplicate')
  and kind in ('postback', 'return', 'webhook');

-- The history of a payment; never rewritten.
create table payment_events (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments on delete cascade,
  at timestamptz(3) not null default clock_timestamp(),
  actor_area text not null check (actor_area in ('client', 'admin', 'gateway')), actor_id bigint, actor_name text not null,
  from_status smallint, to_status smallint not null,
  from_outsource text, to_outsource text,
  fields text[] not null default '{}',
  remark text,
  message_id bigint references gateway_messages
);
create index payment_events_payment on payment_events (payment_id, id);
create index payment_events_message on payment_events (message_id) where message_id is not null;
create trigger payment_events_append_only before update on payment_events for each row execute function refuse_rewriting();

-- The sandbox's own memory of what was paid with it (rules 8.11); no part of the portal reads it but the sandbox.
create table sandbox_transactions (
  gateway text not null, txn_id text not null, reference text not null unique,
  amount numeric(12,2) not null, description text not null default '', email text not null default '',
  status text not null, return_to jsonb not null default '{}',
  created_at timestamptz(3) not null default clock_timestamp(), updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (gateway, txn_id)
);

-- --- Tokens that come by mail --------------------------------------------------------------------------------------
-- To choose a password with: used once, ended by the next one, by a new password and by time. Only the SHA-256 is kept.
create table account_tokens (
  token_hash bytea primary key,
  area text not null check (area in ('client', 'admin', 'super-admin')), account_id bigint not null,
  purpose text not null check (purpose in ('choose-password')),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index account_tokens_account on account_tokens (area, account_id);
