-- Collections of a period (rules 22.1) are found by the day of posting and of reversing.
create index payments_posted on payments (posted_date) where status = 4;
create index payment_reversals_at on payment_reversals (at);
