-- Conversation: messages between residents and the office, internal notes, prepared answers.

create table threads (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenants on delete cascade,
  ticket_id bigint references tickets on delete cascade,
  payment_id bigint references payments on delete cascade,
  about text not null,
  last_message_id bigint not null default 0,
  last_at timestamptz(3) not null default clock_timestamp(),
  resident_seen_id bigint not null default 0,
  office_seen_id bigint not null default 0,
  waits boolean not null default false,
  check (num_nonnulls(ticket_id, payment_id) <= 1),
  unique nulls not distinct (tenant_id, ticket_id, payment_id)
);
comment on table threads is
  'Conversations of a tenant with the office: about a ticket, a payment, or neither (Ask the office).';
comment on column threads.tenant_id is 'Tenant of the record when it was begun, who alone reads it.';
comment on column threads.about is 'Name of the ticket''s module, payment or tenant.';
comment on column threads.resident_seen_id is 'Newest message that the resident has seen.';
comment on column threads.office_seen_id is 'Newest message that anybody in the office has seen.';
comment on column threads.waits is
  'The resident wrote last, and the office has neither answered nor settled it. Never of a deleted record or a former tenant.';
create index threads_ticket on threads (ticket_id) where ticket_id is not null;
create index threads_payment on threads (payment_id) where payment_id is not null;
create index threads_waiting on threads (about, last_at, id) where waits;
create function settle_threads() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'tickets' then
    update threads set waits = false where ticket_id = new.id and waits;
  elsif tg_table_name = 'payments' then
    update threads set waits = false where payment_id = new.id and waits;
  else
    update threads set waits = false where tenant_id = new.id and waits;
  end if;
  return null;
end $$;
create trigger tickets_settle after update of status, tenant_id on tickets for each row
  when (new.status = 0 or new.tenant_id <> old.tenant_id) execute function settle_threads();
create trigger payments_settle after update of status, tenant_id on payments for each row
  when (new.status = 0 or new.tenant_id <> old.tenant_id) execute function settle_threads();
create trigger tenants_settle after update of status on tenants for each row
  when (new.status = 0) execute function settle_threads();

create table messages (
  id bigint generated always as identity primary key,
  thread_id bigint not null references threads on delete cascade,
  author_area text not null check (author_area in ('client', 'admin')),
  author_id bigint not null,
  author_name text not null,
  text text not null,
  files jsonb not null default '[]',
  created_at timestamptz(3) not null default clock_timestamp()
);
comment on table messages is 'Messages of a thread. Append-only.';
comment on column messages.author_name is 'Name at that moment. Residents read PMO for the office.';
create index messages_thread on messages (thread_id, id desc);
create trigger messages_append_only before update on messages
  for each row execute function refuse_rewriting();

create table internal_notes (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenants on delete cascade,
  ticket_id bigint references tickets on delete cascade,
  payment_id bigint references payments on delete cascade,
  author_id bigint not null,
  author_name text not null,
  text text not null,
  files jsonb not null default '[]',
  created_at timestamptz(3) not null default clock_timestamp(),
  check (num_nonnulls(ticket_id, payment_id) <= 1)
);
comment on table internal_notes is
  'Notes of the office about a ticket, payment or tenant, which no resident reads. Append-only.';
comment on column internal_notes.tenant_id is 'Tenant of the ticket or payment when it was written.';
create index internal_notes_ticket on internal_notes (ticket_id, id desc) where ticket_id is not null;
create index internal_notes_payment on internal_notes (payment_id, id desc) where payment_id is not null;
create index internal_notes_tenant on internal_notes (tenant_id, id desc);
create trigger internal_notes_append_only before update on internal_notes
  for each row execute function refuse_rewriting();

create table prepared_answers (
  id bigint generated always as identity primary key,
  title text not null,
  text text not null,
  page text,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
comment on table prepared_answers is 'Texts that the office inserts into a message.';
comment on column prepared_answers.page is 'Page of permissions where it is offered. Null: everywhere.';
create unique index prepared_answers_title on prepared_answers (lower(title), coalesce(page, ''));
create trigger prepared_answers_audit after insert or update or delete on prepared_answers for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();
create trigger prepared_answers_later_update before update on prepared_answers
  for each row execute function later_update();
