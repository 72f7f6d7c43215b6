-- How many tickets lie in each block of ids, so that a page far back in a list is found without walking there.

-- The Services list with a status: every module's tickets of that status in one order.
create index tickets_status on tickets (status, id desc) where status <> 0;

-- A block is 2048 ids in a row. Of each list (a module or all of them, '', in a status or in all of them, 0) how many of its
-- tickets lie in the block. As differences first, like the tallies, so that nobody waits for anybody; the server adds
-- them up (docs/decisions/0012-deep-pages.md).
create table ticket_blocks (
  module text not null, status smallint not null, block bigint not null, n bigint not null,
  primary key (module, status, block)
);
create table ticket_block_changes (module text not null, status smallint not null, block bigint not null, delta bigint not null);
insert into ticket_blocks select coalesce(module, ''), coalesce(status, 0), id >> 11, count(*) from tickets where status <> 0
  group by grouping sets ((module, status, id >> 11), (module, id >> 11), (status, id >> 11), (id >> 11));

-- As it was, and beside each tally the blocks of what was changed.
create or replace function tally_tickets() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        with changes as (
          select module, status, id >> 11 as block, count(*) as n from after_rows group by 1, 2, 3
        ), tallied as (
          insert into ticket_tallies select module, status, sum(n) from changes group by 1, 2
        ) insert into ticket_block_changes select module, status, block, n from changes where status <> 0;
      elsif tg_op = 'DELETE' then
        with changes as (
          select module, status, id >> 11 as block, -count(*) as n from before_rows group by 1, 2, 3
        ), tallied as (
          insert into ticket_tallies select module, status, sum(n) from changes group by 1, 2
        ) insert into ticket_block_changes select module, status, block, n from changes where status <> 0;
      else
        with changes as (
          select module, status, block, sum(n) as n from (
            select module, status, id >> 11 as block, 1 as n from after_rows
            union all select module, status, id >> 11, -1 from before_rows
          ) as both_rows group by 1, 2, 3 having sum(n) <> 0
        ), tallied as (
          insert into ticket_tallies select module, status, sum(n) from changes group by 1, 2 having sum(n) <> 0
        ) insert into ticket_block_changes select module, status, block, n from changes where status <> 0;
      end if;
      return null;
    end $$;
