-- Charges that payments settle before all else (rules 16.16): the one that the payer named, and penalties where the office says so.
alter table payments add column charge_id bigint references ledger_entries on delete set null;
create index payments_charge on payments (charge_id) where charge_id is not null;
create table ledger_settlements (
  payment_id bigint not null references payments on delete cascade,
  charge_id bigint not null references ledger_entries on delete cascade,
  amount numeric(14,2) not null check (amount > 0),
  primary key (payment_id, charge_id)
);
create index ledger_settlements_charge on ledger_settlements (charge_id);

-- Lowers what a charge raises by what was settled of it, or with a negative part raises it again: the rest of the ledger is settled as
-- if the charge and that part of the payment had never been.
create function settle_charge(charge bigint, part numeric) returns void language plpgsql as $$
    declare entry ledger_entries;
    begin
      select * into strict entry from ledger_entries where id = charge;
      update ledger_entries set raised = raised - part, raises = raises - case when id = charge then part else 0 end
        where tenant_id = entry.tenant_id and n >= entry.n;
      update ledgers set raised = raised - part where tenant_id = entry.tenant_id;
    end $$;

-- Settles charges by a payment that was just entered: the one that it names, then, if they come first, penalties from the oldest on.
-- Tax that was withheld of it, whose entry is added before the payment's, settles with it.
create function settle_charges(payment bigint, penalties_first boolean) returns void language plpgsql as $$
    declare entry ledger_entries; named bigint := (select charge_id from payments where id = payment); charge bigint; unsettled numeric; part numeric;
    begin
      select * into strict entry from ledger_entries where payment_id = payment and kind = 'payment';
      unsettled := -(select sum(amount) from ledger_entries where payment_id = payment and kind in ('payment', 'withholding'));
      for charge in select id from ledger_entries where tenant_id = entry.tenant_id and kind = 'charge' and raises > 0
        and (id = named or penalties_first and lower(label) in ('penalty', 'interest')) order by id is distinct from named, n
      loop
        part := (select least(unsettled, e.raises, e.raised - l.raised + l.balance + unsettled)
          from ledger_entries e join ledgers l using (tenant_id) where e.id = charge);
        continue when part <= 0;
        insert into ledger_settlements values (payment, charge, part);
        perform settle_charge(charge, part);
        unsettled := unsettled - part;
      end loop;
    end $$;
