-- Repeated posts of the demo, oldest first, with views, comments and feedback.
insert into posts (id, title, description, type, content, search_text, post_by_id, announced_at, created_at, updated_at)
overriding system value
select n, replace(title, '$n', n::text), description, type, content::jsonb, replace(words, '$n', n::text), {admin}, created, created, created
from (select n, {from} + n / {posts}::float8 * ({until} - {from}) as created from generate_series(1, {posts}) n) p
join seed_posts s on s.nth = (n - 1) % (select count(*) from seed_posts)
order by n;
select setval(pg_get_serial_sequence('posts', 'id'), {posts});

-- Some posts have many more views than others.
insert into post_view_tallies (post_id, delta)
select post, count(*)
from (select greatest(1, ceil(power(random(), 1.8) * {posts}))::int as post from generate_series(1, {views})) v
group by post;

insert into comments (post_id, tenant_id, comment, created_at, updated_at)
select p.id, tenant, comment, at, at
from (
  select 1 + floor(random() * {posts})::int as post, (select min(id) from tenants) + floor(random() * {tenants})::int as tenant,
    {anyMessage} as comment, random() as part
  from generate_series(1, {comments})
) c
join posts p on p.id = c.post
cross join lateral (select p.created_at + least(interval '60 days', {now} - p.created_at) * power(part, 3) as at) w;

insert into feedbacks (tenant_id, rate, message, created_at, updated_at)
select (select min(id) from tenants) + floor(random() * {tenants})::int, {weighted stars by stars}, {anyMessage}, created, created
from (select n, random() as stars, {from} + n / {comments}::float8 * ({until} - {from}) as created from generate_series(1, {comments}) n) f
order by n;
