-- Works with 0.1.0 and later.
-- Who made a key or renewed it last: it may never more than this person. Null although `has_maker`: the person deleted their account.
alter table service_members add column created_by text references users on delete set null;
-- False for keys that are older than this: only renewing them says whose they are.
alter table service_members add column has_maker boolean not null default false;
create index on service_members (created_by);
