-- Tenants, the administrator and the amenities. `seed_units` has the client codes.
insert into tenants (client_code, password_hash, uoccname, uoccpers, unit_number, first_name, last_name, email, soa_amount, created_at, updated_at)
select code, {password}, name, name, code, split_part(name, ' ', 1), substr(name, strpos(name, ' ') + 1), lower(code) || '@mail.test',
  case when owes < 0.3 then 0 else 1000 + floor(owes * 23000) end, {opened}, {opened}
from (select code, {anyName} as name, random() as owes from seed_units order by nth) as tenant;

insert into admins (name, email, password_hash, roles, created_at) values ({adminName}, {adminEmail}, {password}, {roles}, {opened});

insert into amenities (title, description, created_at)
select 'Amenity ' || n, 'For measurements.', {opened} from generate_series(1, {amenities}) n;
