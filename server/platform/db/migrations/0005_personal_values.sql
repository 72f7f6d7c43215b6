-- Privacy: the audit log without personal values, and the erasure of append-only rows (rules 26.4 to 26.6).
-- beside: 0001_version_1

-- Whether a value is what an erasure leaves: nothing, or the number of the erased account or record. Of the
-- fields of the audit log, also the words that the log writes in place of a value; of a text, its beginning.
create function is_erased(value jsonb) returns boolean immutable language sql as $$
    select value in ('null', '""', '[]', '{}')
      or coalesce(value #>> '{}' ~ '^(Erased [a-z]+ \d+|set|changed|removed)$', false) $$;
create function is_erased_from(old_value jsonb, new_value jsonb) returns boolean immutable language sql as $$
    select is_erased(new_value) or (
      jsonb_typeof(old_value) = 'string' and jsonb_typeof(new_value) = 'string'
      and starts_with(old_value #>> '{}', new_value #>> '{}')) or (
      jsonb_typeof(old_value) = 'object' and jsonb_typeof(new_value) = 'object' and not exists (
        select from jsonb_each(new_value) as field(name, value)
        where field.value is distinct from old_value -> field.name and not is_erased(field.value))) $$;

-- The one exception of append-only tables: within a transaction that sets `tahanan.erasure`, the columns named
-- by the trigger's arguments may lose their value. No other value can be written, and no row removed.
create or replace function refuse_rewriting() returns trigger language plpgsql as $$
    declare was jsonb; becomes jsonb; field text;
    begin
      if tg_op = 'UPDATE' and tg_nargs > 0 and current_setting('tahanan.erasure', true) = 'on' then
        was := to_jsonb(old); becomes := to_jsonb(new);
        for field in select key from jsonb_each(becomes) where value is distinct from was -> key loop
          if not (field = any (tg_argv) and is_erased_from(was -> field, becomes -> field)) then
            raise exception 'an erasure cannot write % of %', field, tg_table_name;
          end if;
        end loop;
        return new;
      end if;
      raise exception 'rows of % are never rewritten', tg_table_name;
    end $$;
create or replace function refuse_removal() returns trigger language plpgsql as $$
    begin raise exception 'rows of % are never changed or removed', tg_table_name; end $$;

create or replace trigger ticket_events_append_only before update on ticket_events
  for each row execute function refuse_rewriting('actor_name', 'remark');
create or replace trigger payment_events_append_only before update on payment_events
  for each row execute function refuse_rewriting('actor_name', 'remark');
create or replace trigger messages_append_only before update on messages
  for each row execute function refuse_rewriting('author_name', 'text', 'files');
create or replace trigger internal_notes_append_only before update on internal_notes
  for each row execute function refuse_rewriting('text', 'files');
create or replace trigger reminders_append_only before update on reminders for each row
  when (old.outcome is not null) execute function refuse_rewriting('reason');

-- As before, and the ticked items may be emptied too.
create or replace function refuse_gate_event_change() returns trigger language plpgsql as $$
    declare
      changeable constant text[] := array['name', 'note', 'plate', 'workers', 'ticked', 'pass_id', 'tenant_id',
        'ticket_id', 'walk_in_id', 'gate_id', 'device_id'];
    begin
      if (to_jsonb(new) - changeable) <> (to_jsonb(old) - changeable)
        or new.name not in (old.name, '') or new.note not in (old.note, '') or new.plate not in (old.plate, '')
        or new.workers not in (old.workers, '{}') or new.ticked not in (old.ticked, '{}') then
        raise exception 'rows of gate_events are never rewritten';
      end if;
      return new;
    end $$;

comment on table gate_events is 'The log of the gate. Only added to; names are emptied after a period (rules 26.6).';

-- Replaces audit_log_append_only, which also refused removals.
create trigger audit_log_kept before delete on audit_log for each row execute function refuse_removal();
create or replace trigger audit_log_append_only before update on audit_log for each row
  execute function refuse_rewriting('actor_name', 'subject_name', 'before', 'after', 'detail', 'address');
grant update (actor_name, subject_name, before, after, detail, address) on audit_log to current_user;

-- As before, but without the values of personal fields, which stand as `column=column` among the arguments:
-- of them the log has the name, also in place of the name of the record.
create or replace function audit_change() returns trigger language plpgsql as $$
    declare
      actor jsonb := current_setting('tahanan.actor')::jsonb;
      was jsonb := '{}'; becomes jsonb := '{}'; secrets jsonb := '{}';
      kept_before jsonb := '{}'; kept_after jsonb := '{}';
      field text; word text; argument text; old_value jsonb; new_value jsonb; named jsonb;
    begin
      if tg_op <> 'INSERT' then was := to_jsonb(old); end if;
      if tg_op <> 'DELETE' then becomes := to_jsonb(new); end if;
      named := was || becomes;
      if tg_table_name = 'settings' and named ->> 'name' = 'mobileSettings' then
        was := audit_mobile_settings(was ->> 'value'); becomes := audit_mobile_settings(becomes ->> 'value');
        secrets := '{"appConnectionString": "appConnectionString"}';
      end if;
      foreach argument in array coalesce(tg_argv, '{}') loop
        if argument like '%=%' then
          secrets := secrets ||
            jsonb_build_object(split_part(argument, '=', 1), split_part(argument, '=', 2));
          named := named - split_part(argument, '=', 1);
        else was := was - argument; becomes := becomes - argument; end if;
      end loop;
      for field in select key from jsonb_each(was || becomes) loop
        old_value := was -> field; new_value := becomes -> field; word := secrets ->> field;
        if field in ('id', 'created_at', 'updated_at') or old_value is not distinct from new_value then
          continue;
        end if;
        if tg_op = 'INSERT' and new_value in ('null', '""', '[]', '{}') then continue; end if;
        if word is not null then
          kept_after := kept_after || jsonb_build_object(word, case
            when new_value is null or new_value in ('null', '""', '[]') then 'removed'
            when old_value is null or old_value in ('null', '""', '[]') then 'set' else 'changed' end);
        elsif tg_table_name = 'tickets' and field = 'details' then
          kept_after := kept_after || jsonb_build_object('details', (
            select coalesce(jsonb_agg(key order by key), '[]')
            from jsonb_object_keys(coalesce(old_value, '{}') || coalesce(new_value, '{}')) as key
            where (old_value -> key) is distinct from (new_value -> key)));
        else
          if tg_op <> 'INSERT' then
            kept_before := kept_before || jsonb_build_object(field, audit_value(old_value));
          end if;
          if tg_op <> 'DELETE' then
            kept_after := kept_after || jsonb_build_object(field, audit_value(new_value));
          end if;
        end if;
      end loop;
      if tg_op = 'UPDATE' and kept_before = '{}' and kept_after = '{}' then return null; end if;
      insert into audit_log (actor_area, actor_id, actor_name, action, subject, subject_id, subject_name,
        before, after, address)
      values (actor ->> 'area', (actor ->> 'id')::bigint, coalesce(actor ->> 'name', ''),
        case when tg_op = 'INSERT' then 'add' when tg_op = 'DELETE' then 'remove'
          when tg_table_name not in ('service_settings', 'terms')
            and (was ->> 'status') <> '0' and (becomes ->> 'status') = '0'
            then 'delete' else 'change' end,
        tg_table_name, coalesce((was || becomes) ->> 'id', named ->> 'name', named ->> 'type'),
        left(coalesce(named ->> 'ticket_number', named ->> 'reference_number', named ->> 'client_code',
          named ->> 'title', named ->> 'header', named ->> 'name', named ->> 'type',
          named ->> 'comment', named ->> 'soa_file_name'), 200),
        nullif(kept_before, '{}'), nullif(kept_after, '{}'), actor ->> 'address');
      return null;
    end $$;

create or replace trigger tenants_audit after insert or update or delete on tenants for each row
  when (current_setting('tahanan.actor', true) <> '')
  execute function audit_change('search_text', 'public_text', 'code_and_name', 'phones', 'name_order',
    'last_seen', 'password_given', 'password_hash=password', 'uoccname=uoccname', 'uoccpers=uoccpers',
    'uocctel1=uocctel1', 'uocctel2=uocctel2', 'ubtname=ubtname', 'ubaddln1=ubaddln1', 'ubaddln2=ubaddln2',
    'ubaddln3=ubaddln3', 'ubaddln4=ubaddln4', 'first_name=first_name', 'middle_name=middle_name',
    'last_name=last_name', 'email=email', 'mail_refused_at=mail_refused_at', 'phone_number=phone_number',
    'unit_number=unit_number', 'address=address', 'social_media_account=social_media_account', 'image=image');
create or replace trigger tickets_audit after insert or update or delete on tickets for each row
  when (current_setting('tahanan.actor', true) <> '')
  execute function audit_change('search_text', 'version', 'remarks=remarks');
create or replace trigger comments_audit after insert or update or delete on comments for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('comment=comment');
create or replace trigger payments_audit after insert or update or delete on payments for each row
  when (current_setting('tahanan.actor', true) <> '')
  execute function audit_change('search_text', 'version', 'receipt', 'email=email', 'name=name', 'mobile=mobile',
    'message=message', 'remarks=remarks', 'set_aside=set_aside', 'return_url=return_url', 'images=images',
    'proof=proof');
create or replace trigger bank_lines_audit after update of payment_id, remarks on bank_lines for each row
  when (current_setting('tahanan.actor', true) <> '')
  execute function audit_change('state', 'likely_payment_id', 'by_hand', 'verified', 'hash', 'reference_key',
    'description=description', 'raw=raw', 'remarks=remarks', 'reason=reason');
create or replace trigger do_not_admit_audit after insert or update or delete on do_not_admit for each row
  when (current_setting('tahanan.actor', true) <> '')
  execute function audit_change('name=name', 'plate=plate', 'reason=reason');
