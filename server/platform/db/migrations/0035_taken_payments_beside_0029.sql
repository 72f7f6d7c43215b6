-- What somebody took at the counter (rules 17.11) is found by who took it.
create index payments_taken on payments (post_by_id, id) where post_by_id is not null;
