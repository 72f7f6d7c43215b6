-- Makes `updated_at` of what is told live strictly later with each change, deletions included: pages keep the newest state.

create function later_update() returns trigger language plpgsql as $$
    begin
      new.updated_at := greatest(new.updated_at, old.updated_at + interval '1 millisecond');
      return new;
    end $$;
create trigger admins_later_update before update of updated_at on admins
  for each row execute function later_update();
create trigger advertisements_later_update before update of updated_at on advertisements
  for each row execute function later_update();
create trigger amenities_later_update before update of updated_at on amenities
  for each row execute function later_update();
create trigger comments_later_update before update of updated_at on comments
  for each row execute function later_update();
create trigger feedbacks_later_update before update of updated_at on feedbacks
  for each row execute function later_update();
create trigger memorandums_later_update before update of updated_at on memorandums
  for each row execute function later_update();
create trigger payments_later_update before update of updated_at on payments
  for each row execute function later_update();
create trigger policies_later_update before update of updated_at on policies
  for each row execute function later_update();
create trigger policy_headers_later_update before update of updated_at on policy_headers
  for each row execute function later_update();
create trigger posts_later_update before update of updated_at on posts
  for each row execute function later_update();
create trigger tenants_later_update before update of updated_at on tenants
  for each row execute function later_update();
create trigger tickets_later_update before update of updated_at on tickets
  for each row execute function later_update();
