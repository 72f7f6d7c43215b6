-- Bank matching: files with several accounts, and lines that are not booked or not done.
-- beside: 0001_baseline

alter table bank_imports add column left_out integer not null default 0;
comment on column bank_imports.left_out is 'Lines that the bank has not booked, or whose payment is not done.';
comment on column bank_imports.account is 'Its accounts, or the name of its format.';

alter table bank_lines add column account text not null default '';
comment on column bank_lines.account is 'Account that the file names; empty if that of its import holds.';

create trigger bank_imports_undo_audit after delete on bank_imports for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('refused', 'checked');
