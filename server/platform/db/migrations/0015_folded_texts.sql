-- Searches and sorts: texts without accents and typography, telephone numbers, orders by name.
-- beside: 0001_baseline

-- `foldText` of contract/text/fold-text.ts returns the same (docs/decisions/0041).
create function folded(value text) returns text language plpgsql immutable strict parallel safe as $$
    begin
      if octet_length(value) = length(value) then return translate(lower(value), '''`', ''); end if;
      value := regexp_replace(normalize(replace(value, U&'\00B4', ''), nfkd),
        '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u061c\u180e' ||
        '\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff''`\u2018-\u201b\u2032\u2035\u02b9-\u02bf]', '', 'g');
      value := translate(value, '‐‑‒–—―⸺⸻−“”„‟«»øØłŁđĐðÐħĦŧŦıςΣ', '---------""""""oolldddd' || 'hhttiσσ');
      value := replace(replace(replace(replace(value, 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe');
      value := replace(replace(replace(replace(value, 'ß', 'ss'), 'ẞ', 'ss'), 'þ', 'th'), 'Þ', 'th');
      return lower(value);
    end $$;

-- --- Large indexes, which only block writes: all else waits until they are built ------------------
create index gate_events_folded on gate_events using gin (folded(name) gin_trgm_ops) where name <> '';
create index audit_log_folded on audit_log using gin (
  folded(actor_name || ' ' || coalesce(subject_name, '') || ' ' || coalesce(detail, '') || ' ' ||
    coalesce(address, '')) gin_trgm_ops);
-- Texts that the server rewrites in batches: without labels and codes, or not folded.
create index tickets_unfolded on tickets (id)
  where search_text not like E'%\n\n%' or search_text <> folded(search_text);
drop index gate_events_words, audit_log_search, tickets_old_search;

-- --- Tickets, posts and payments -----------------------------------------------------------------
-- Triggers, because these tables are large, and because older versions write texts that are not folded.
create function fold_search_text() returns trigger language plpgsql as $$
    begin
      new.search_text := folded(new.search_text);
      return new;
    end $$;
create trigger tickets_fold before insert or update of search_text on tickets
  for each row execute function fold_search_text();
create trigger posts_fold before insert or update of search_text on posts
  for each row execute function fold_search_text();
update posts set search_text = folded(search_text) where search_text <> folded(search_text);
comment on column tickets.search_text is
  'Searchable fields, folded, written by the server: the number, an empty line, texts, labels, codes.';
comment on column posts.search_text is 'Folded, written by the server.';
alter table payments alter column search_text drop expression, alter column search_text set default '';
comment on column payments.search_text is 'Folded numbers and references.';
create function write_payment_search_text() returns trigger language plpgsql as $$
    begin
      new.search_text := folded(concat_ws(E'\n', new.reference_number, coalesce(new.txn_id, ''),
        coalesce(new.gateway_reference, ''), coalesce(new.receipt_number, ''), new.bank_reference));
      return new;
    end $$;
create trigger payments_fold before insert or
  update of search_text, reference_number, txn_id, gateway_reference, receipt_number, bank_reference
  on payments for each row execute function write_payment_search_text();
update payments set search_text = '' where search_text <> folded(search_text);

-- --- Tenants -------------------------------------------------------------------------------------
update tenants set uoccname = normalize(uoccname), uoccpers = normalize(uoccpers), ubtname = normalize(ubtname),
  first_name = normalize(first_name), middle_name = normalize(middle_name), last_name = normalize(last_name),
  unit_number = normalize(unit_number)
  where (uoccname || uoccpers || ubtname || first_name || middle_name || last_name || unit_number) is not nfc normalized;
update tenants t set client_code = normalize(client_code) where client_code is not nfc normalized
  and not exists (select from tenants o where lower(o.client_code) = lower(normalize(t.client_code)));
-- Older versions search and sort the tenants without indexes: there are few.
drop index tenants_words, tenants_name, tenants_unit;
alter table tenants drop column search_text;
alter table tenants
  add column search_text text not null generated always as (folded(client_code ||
    E'\n' || uoccname || E'\n' || uoccpers || E'\n' || ubtname || E'\n' || unit_number ||
    E'\n' || first_name || E'\n' || last_name || E'\n' || email ||
    E'\n' || replace(client_code || E'\n' || unit_number, ' ', ''))) stored,
  add column public_text text not null generated always as (folded(client_code ||
    E'\n' || uoccname || E'\n' || unit_number ||
    E'\n' || replace(client_code || E'\n' || unit_number, ' ', ''))) stored,
  add column code_and_name text not null generated always as (translate(folded(client_code ||
    E'\n' || uoccname || E'\n' || replace(client_code, ' ', '')), '-', '')) stored,
  add column phones text not null generated always as (regexp_replace(
    folded(phone_number || E'\n' || uocctel1 || E'\n' || uocctel2), '[^0-9\n]', '', 'g')) stored,
  add column name_order text collate "C" not null generated always as
    (folded(replace(replace(normalize(uoccname), 'ñ', 'n~'), 'Ñ', 'n~'))) stored;
comment on column tenants.search_text is 'Folded text for who may view tenants; codes also without blanks.';
comment on column tenants.public_text is 'Folded text for everybody else in the office and the gate.';
comment on column tenants.code_and_name is 'Folded text without dashes that finds tickets and payments.';
comment on column tenants.phones is 'Digits of the telephone numbers, a line each.';
comment on column tenants.name_order is 'The occupant''s name as lists sort it: Á beside A, Ñ after N.';
create index tenants_words on tenants using gin (code_and_name gin_trgm_ops);
create index tenants_name on tenants (name_order);
create index tenants_unit on tenants (folded(unit_number));
create index tenants_folded_code on tenants (folded(client_code));
create or replace trigger tenants_audit after insert or update or delete on tenants for each row
  when (current_setting('tahanan.actor', true) <> '')
  execute function audit_change('password_hash=password', 'search_text', 'public_text', 'code_and_name',
    'phones', 'name_order', 'last_seen', 'password_given');

-- --- Records of the office and feedback ----------------------------------------------------------
alter table amenities drop column search_text, add column search_text text not null
  generated always as (folded(title || E'\n' || description)) stored;
alter table memorandums drop column search_text, add column search_text text not null
  generated always as (folded(memo_number || E'\n' || title || E'\n' || description)) stored;
alter table policy_headers drop column search_text, add column search_text text not null
  generated always as (folded(header)) stored;
alter table policies drop column search_text, add column search_text text not null
  generated always as (folded(sub_header || E'\n' || title)) stored;
alter table advertisements drop column search_text, add column search_text text not null
  generated always as (folded(title || E'\n' || url || E'\n' || description)) stored;
alter table feedbacks drop column search_text, add column search_text text not null
  generated always as (folded(message)) stored;
create index feedbacks_search on feedbacks using gin (search_text gin_trgm_ops);
