import { useLingui } from '@lingui/react/macro'

/** The names of what is done to flows. */
function useFlowActionNames(): Readonly<Record<string, string>> {
  const { t } = useLingui()
  return {
    'flow.created': t`Created a flow`,
    'flow.updated': t`Changed a flow`,
    'flow.published': t`Published a flow`,
    'flow.draft-discarded': t`Discarded a draft`,
    'flow.draft-restored': t`Restored a draft`,
    'flow.deleted': t`Deleted a flow`,
    'flow.restored': t`Restored a flow`,
    'flow.schedule-restored': t`Restored a schedule`,
    'flow.deleted-permanently': t`Deleted a flow permanently`,
    'flow.inbound-url-created': t`Added an inbound URL`,
    'flow.inbound-url-renewed': t`Renewed an inbound URL’s secret`,
    'flow.inbound-url-removed': t`Removed an inbound URL`,
    'flow.target-changed': t`Changed a target’s columns`,
    'flow.proposed': t`Proposed a flow`,
    'flow.proposal-closed': t`Closed a proposal`,
    'flow.rows_shown': t`Saw rows of a flow`,
    'flow.stream-reset': t`Reset a table’s position`,
    'flow.mirror_started': t`Started a mirror`,
    'flow.mirror_paused': t`Paused a mirror`,
    'flow.mirror_ended': t`Ended a mirror`,
    'flow.mirrored_table_paused': t`Paused a table of a mirror`,
    'flow.mirrored_table_resumed': t`Let a table of a mirror go on`,
    'flow.mirror_compared': t`Compared a mirror with its source`,
    'flow.cut_over_prepared': t`Prepared the cut-over of a mirror`,
    'flow.cut_over_aborted': t`Aborted the cut-over of a mirror`,
    'flow.mirrored_table_copied': t`Copied a table of a mirror again`,
  }
}

/** The names of all actions. */
export function useActionNames(): Readonly<Record<string, string>> {
  const { t } = useLingui()
  const runs = useRunActionNames()
  const ofFlows = useFlowActionNames()
  return {
    ...ofFlows,
    'organization.created': t`Created the organization`,
    'organization.sample-data-added': t`Added sample data`,
    'organization.exported-as-code': t`Exported everything as code`,
    'organization.schedules-resumed': t`Resumed schedules after a restore`,
    'organization.moved': t`Moved the organization from another installation`,
    'organization.deleted': t`Deleted the organization`,
    'organization.restored': t`Restored the organization`,
    'organization.renamed': t`Renamed the organization`,
    'organization.updated': t`Changed the organization`,
    'member.invited': t`Invited a member`,
    'member.updated': t`Changed a role`,
    'member.removed': t`Removed a member`,
    'member.left': t`Left the organization`,
    'member.account-deleted': t`Deleted their account`,
    'member.sign-in-failed': t`Failed to sign in`,
    'invitation.accepted': t`Accepted an invitation`,
    'invitation.resent': t`Sent an invitation again`,
    'invitation.revoked': t`Revoked an invitation`,
    'integration.created': t`Added an integration`,
    'integration.updated': t`Changed an integration`,
    'integration.details-read': t`Read an integration’s settings`,
    'integration.reconnected': t`Connected an integration again`,
    'integration.deleted': t`Deleted an integration`,
    'integration.restored': t`Restored an integration`,
    'integration.deleted-permanently': t`Deleted an integration permanently`,
    'connection.created': t`Added a connection`,
    'connection.updated': t`Changed a connection`,
    'connection.tested': t`Tested a connection`,
    'connection.deleted': t`Deleted a connection`,
    'connection.restored': t`Restored a connection`,
    'connection.deleted-permanently': t`Deleted a connection permanently`,
    'member.key-created': t`Created a key`,
    'member.key-renewed': t`Renewed a key`,
    'member.key-taken-over': t`Took over a key`,
    'member.key-revoked': t`Revoked a key`,
    'member.credential-added': t`Added a federated credential`,
    'member.credential-removed': t`Removed a federated credential`,
    'member.token-exchanged': t`Exchanged a token`,
    'alert-channel.created': t`Added an alert channel`,
    'alert-channel.updated': t`Changed an alert channel`,
    'alert-channel.deleted': t`Removed an alert channel`,
    'alert-channel.restored': t`Restored an alert channel`,
    'alert-channel.deleted-permanently': t`Deleted an alert channel permanently`,
    'alert-channel.secret-renewed': t`Renewed a webhook’s secret`,
    'alert-channel.sent-again': t`Sent an alert again`,
    'organization.assistants_changed': t`Changed assistants’ view`,
    'organization.budgets_changed': t`Changed the budgets`,
    'organization.run_limits_changed': t`Changed limits of runs`,
    'organization.reject_limits_changed': t`Changed limits of rejected rows`,
    ...runs,
  }
}

function useRunActionNames(): Readonly<Record<string, string>> {
  const { t } = useLingui()
  return {
    'run.triggered': t`Started a run`,
    'run.dry': t`Started a dry run`,
    'run.rows_shown': t`Saw rows of a run`,
    'run.approved': t`Approved a dry run`,
    'run.replayed': t`Sent rejected rows again`,
    'run.rejects_edited': t`Changed rejected rows`,
    'run.rejects_skipped': t`Skipped rejected rows`,
    'run.retried': t`Ran failed tables again`,
    'run.backfilled': t`Started a backfill`,
    'run.verified': t`Compared a flow’s sides`,
    'run.differing_sent': t`Sent differing rows again`,
    'run.vanished_accepted': t`Accepted rows gone at the source`,
    'run.vanished_kept': t`Kept rows gone at the source`,
    'run.cancelled': t`Cancelled a run`,
  }
}

/** The name of an action; an action that only a newer server knows is shown unchanged. */
export function useActionName(): (action: string) => string {
  const names = useActionNames()
  return (action) => names[action] ?? action
}
