-- As it was, but for `kind <> 'opening'`: before the first statistics, `kind = 'statement'` is answered by reading the whole index of
-- all tenants' statements, for every statement that is entered. Only openings and statements have a statement.
create or replace function add_ledger_entry() returns trigger language plpgsql as $$
    declare ledger ledgers; withdrawn ledger_entries;
    begin
      select * into strict ledger from ledgers where tenant_id = new.tenant_id for no key update;
      if new.kind in ('opening', 'statement') then
        new.amount := (select soa_amount from tenants where id = new.tenant_id) - ledger.soa_amount;
        ledger.soa_amount := ledger.soa_amount + new.amount;
      elsif new.kind in ('charge', 'credit') then
        ledger.charged_since := ledger.charged_since + new.amount;
      else
        ledger.received_since := ledger.received_since - new.amount;
      end if;
      new.n := ledger.entries + 1;
      new.balance := ledger.balance + new.amount;
      new.raises := greatest(new.amount, 0);
      if new.kind = 'reversal' and exists (select from ledger_entries where payment_id = new.payment_id and kind = 'payment') then
        new.raises := 0;
      end if;
      if new.kind = 'statement' then
        select * into withdrawn from ledger_entries
          where tenant_id = new.tenant_id and statement_id = new.statement_id and kind <> 'opening';
        if found then
          update ledger_entries set raised = raised - withdrawn.raises, raises = case when id = withdrawn.id then 0 else raises end
            where tenant_id = new.tenant_id and n >= withdrawn.n;
          ledger.raised := ledger.raised - withdrawn.raises;
          new.raises := 0;
        end if;
      end if;
      new.raised := ledger.raised + new.raises;
      update ledgers set entries = new.n, balance = new.balance, raised = new.raised, soa_amount = ledger.soa_amount,
        received_since = ledger.received_since, charged_since = ledger.charged_since where tenant_id = new.tenant_id;
      return new;
    end $$;
