-- What replaces a void number was issued after it, of its kind and to its tenant, and stands (rules 18.12).
create or replace function keep_void_number() returns trigger language plpgsql as $$
    begin
      if old.replaced_by is null and new.replaced_by is not null then
        if not exists (
          select from issued_numbers gone join number_series g on g.id = gone.series_id
            join issued_numbers next on next.tenant_id = gone.tenant_id and next.id > gone.id
            join number_series n on n.id = next.series_id and n.kind = g.kind
            left join void_numbers v on v.number_id = next.id
          where gone.id = old.number_id and next.number = new.replaced_by and v.number_id is null
        ) then raise exception 'number % cannot replace it', new.replaced_by; end if;
        old.replaced_by := new.replaced_by;
      end if;
      if new is distinct from old then raise exception 'a void number stays void'; end if;
      return new;
    end $$;
