-- Works with 0.1.0 and later.
-- Whom to ask about a flow: its maker until somebody else takes it. No reference, because a person may leave; then nobody is named.
alter table flows add column owner_uid text;
alter table flows add column tags text[] not null default '{}';

-- A role that is subject to row-level security sees all organizations only in the system's scope.
select set_config('millrace.system', 'on', true);
update flows set owner_uid = maker.saved_by
from (select distinct on (subject_id) subject_id, saved_by from versions where kind = 'flow' and saved_by is not null order by subject_id, version) maker
where maker.subject_id = flows.id;
