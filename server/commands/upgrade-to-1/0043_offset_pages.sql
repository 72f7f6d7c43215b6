-- Far pages skip rows (docs/decisions/0012); blocks of ids are no longer counted.
create or replace function tally_tickets() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into ticket_tallies select module, status, count(*) from after_rows group by module, status;
      elsif tg_op = 'DELETE' then
        insert into ticket_tallies select module, status, -count(*) from before_rows group by module, status;
      else
        insert into ticket_tallies select module, status, sum(n) from (
          select module, status, 1 as n from after_rows union all select module, status, -1 from before_rows
        ) as changes group by module, status having sum(n) <> 0;
      end if;
      return null;
    end $$;
drop table ticket_block_changes, ticket_blocks;
