-- Due dates (rules 20): days of the community, given in the file or by the days of grace when the statement is saved.
alter table statements add column due_date date;
alter table statement_import_rows add column due_date date;

-- Of an entry, the day that its age counts from; a statement's follows what later imports and undos make of it.
alter table ledger_entries add column due_date date;
drop index ledger_entries_open;
create index ledger_entries_open on ledger_entries (tenant_id, raised) include (raises, date, due_date) where raises > 0;

create or replace function keep_ledger_entry() returns trigger language plpgsql as $$
    declare moved numeric := case when (new.covered_by is null) = (old.covered_by is null) then 0
      when new.covered_by is null then -old.amount else old.amount end;
    begin
      old.covered_by := new.covered_by; old.raises := new.raises; old.raised := new.raised; old.due_date := new.due_date;
      if new is distinct from old then raise exception 'entry % of a ledger never changes', old.id; end if;
      update ledgers set soa_amount = soa_amount + moved,
        charged_since = charged_since - case when new.kind in ('charge', 'credit') then moved else 0 end,
        received_since = received_since + case when new.kind in ('charge', 'credit') then 0 else moved end
      where tenant_id = new.tenant_id;
      return new;
    end $$;

-- A ledger that is opened anew keeps the due date of its statement.
create function open_with_due_date() returns trigger language plpgsql as $$
    begin
      new.due_date := (select due_date from statements where id = new.statement_id);
      return new;
    end $$;
create trigger ledger_entries_open_due before insert on ledger_entries for each row
  when (new.kind = 'opening' and new.statement_id is not null) execute function open_with_due_date();
