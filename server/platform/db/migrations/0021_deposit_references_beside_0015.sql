-- One payment, once (rules 8.36 to 8.38): contents of files are compared by their hash, deposits by bank and reference, which are searched.
alter table files add column sha256 bytea;
create index files_sha256 on files (sha256) where sha256 is not null and owner_kind = 'payment';
-- `duplicate_of` names the earlier payments that looked like it when it was sent.
alter table payments add column bank text not null default '', add column bank_reference text not null default '',
  add column duplicate_of bigint[] not null default '{}';
create index payments_bank_reference on payments (lower(bank_reference)) where bank_reference <> '';
alter table payments drop column search_text;
alter table payments add column search_text text not null generated always as (lower(reference_number || E'\n' || coalesce(txn_id, '') || E'\n'
  || coalesce(gateway_reference, '') || E'\n' || coalesce(receipt_number, '') || E'\n' || bank_reference)) stored;
create index payments_search on payments using gin (search_text gin_trgm_ops) where status <> 0;
