-- Whether the office set a tenant's password, so that it is changed at the first login. The audit log need not say so.

alter table tenants add column password_given boolean not null default false;
drop trigger tenants_audit on tenants;
create trigger tenants_audit after insert or update or delete on tenants for each row
  when (current_setting('tahanan.actor', true) <> '')
  execute function audit_change('password_hash=password', 'search_text', 'last_seen', 'password_given');
