-- Works with 0.1.0 and later.
-- Keys that are older than the record of their maker belong to the person who made or renewed them last, as far as the audit log still says so.
update service_members set created_by = found.uid, has_maker = true
from (
  select distinct on (target_id) organization_id, target_id, uid
  from audit_events left join users on uid = actor_uid
  where action in ('member.key-created', 'member.key-renewed') and not starts_with(actor_uid, 'service:')
  order by target_id, audit_events.id desc
) found
where not has_maker and found.target_id = service_members.id::text and found.organization_id = service_members.organization_id;
