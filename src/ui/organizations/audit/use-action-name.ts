import { useLingui } from '@lingui/react/macro'

/** The names of what is done to flows. */
function useFlowActionNames(): Readonly<Record<string, string>> {
  const { t } = useLingui()
  return {
    'flow.created': t`Flow created`,
    'flow.updated': t`Flow changed`,
    'flow.published': t`Flow published`,
    'flow.draft-discarded': t`Draft discarded`,
    'flow.draft-restored': t`Draft restored`,
    'flow.deleted': t`Flow deleted`,
    'flow.restored': t`Flow restored`,
    'flow.schedule-restored': t`Schedule restored`,
    'flow.deleted-permanently': t`Flow deleted permanently`,
    'flow.inbound-url-created': t`Inbound URL added`,
    'flow.inbound-url-renewed': t`Inbound URL’s secret renewed`,
    'flow.inbound-url-removed': t`Inbound URL removed`,
    'flow.target-changed': t`Target’s columns changed`,
    'flow.proposed': t`Flow proposed`,
    'flow.proposal-closed': t`Proposal closed`,
    'flow.rows_shown': t`Flow’s rows seen`,
    'flow.stream-reset': t`Table’s position reset`,
    'flow.mirror_started': t`Mirror started`,
    'flow.mirror_paused': t`Mirror paused`,
    'flow.mirror_ended': t`Mirror ended`,
    'flow.mirrored_table_paused': t`Mirror’s table paused`,
    'flow.mirrored_table_resumed': t`Mirror’s table resumed`,
    'flow.mirror_compared': t`Mirror compared`,
    'flow.cut_over_prepared': t`Cut-over prepared`,
    'flow.cut_over_aborted': t`Cut-over aborted`,
    'flow.mirrored_table_copied': t`Mirror’s table copied again`,
  }
}

/** The names of all actions. */
export function useActionNames(): Readonly<Record<string, string>> {
  const { t } = useLingui()
  const runs = useRunActionNames()
  const ofFlows = useFlowActionNames()
  return {
    ...ofFlows,
    'organization.created': t`Organization created`,
    'organization.sample-data-added': t`Sample data added`,
    'organization.exported-as-code': t`Everything exported as code`,
    'organization.schedules-resumed': t`Schedules resumed`,
    'organization.moved': t`Organization moved here`,
    'organization.deleted': t`Organization deleted`,
    'organization.restored': t`Organization restored`,
    'organization.renamed': t`Organization renamed`,
    'organization.updated': t`Organization changed`,
    'member.invited': t`Member invited`,
    'member.updated': t`Role changed`,
    'member.removed': t`Member removed`,
    'member.left': t`Organization left`,
    'member.account-deleted': t`Account deleted`,
    'member.sign-in-failed': t`Sign-in failed`,
    'invitation.accepted': t`Invitation accepted`,
    'invitation.resent': t`Invitation sent again`,
    'invitation.revoked': t`Invitation revoked`,
    'integration.created': t`Integration added`,
    'integration.updated': t`Integration changed`,
    'integration.details-read': t`Integration’s settings read`,
    'integration.reconnected': t`Integration connected again`,
    'integration.deleted': t`Integration deleted`,
    'integration.restored': t`Integration restored`,
    'integration.deleted-permanently': t`Integration deleted permanently`,
    'connection.created': t`Connection added`,
    'connection.updated': t`Connection changed`,
    'connection.tested': t`Connection tested`,
    'connection.deleted': t`Connection deleted`,
    'connection.restored': t`Connection restored`,
    'connection.deleted-permanently': t`Connection deleted permanently`,
    'member.key-created': t`Key created`,
    'member.key-renewed': t`Key renewed`,
    'member.key-taken-over': t`Key taken over`,
    'member.key-revoked': t`Key revoked`,
    'member.credential-added': t`Sign-in without key added`,
    'member.credential-removed': t`Sign-in without key removed`,
    'member.token-exchanged': t`Token exchanged`,
    'alert-channel.created': t`Alert channel added`,
    'alert-channel.updated': t`Alert channel changed`,
    'alert-channel.deleted': t`Alert channel removed`,
    'alert-channel.restored': t`Alert channel restored`,
    'alert-channel.deleted-permanently': t`Alert channel deleted permanently`,
    'alert-channel.secret-renewed': t`Webhook’s secret renewed`,
    'alert-channel.sent-again': t`Alert sent again`,
    'organization.assistants_changed': t`Assistants’ view changed`,
    'organization.budgets_changed': t`Budgets changed`,
    'organization.run_limits_changed': t`Limits of runs changed`,
    'organization.reject_limits_changed': t`Limits of rejected rows changed`,
    ...runs,
  }
}

function useRunActionNames(): Readonly<Record<string, string>> {
  const { t } = useLingui()
  return {
    'run.triggered': t`Run started`,
    'run.dry': t`Dry run started`,
    'run.rows_shown': t`Run’s rows seen`,
    'run.approved': t`Dry run approved`,
    'run.replayed': t`Rejected rows sent again`,
    'run.rejects_edited': t`Rejected rows changed`,
    'run.rejects_skipped': t`Rejected rows skipped`,
    'run.retried': t`Failed tables run again`,
    'run.backfilled': t`Backfill started`,
    'run.verified': t`Sides compared`,
    'run.differing_sent': t`Differing rows sent again`,
    'run.vanished_accepted': t`Vanished rows accepted`,
    'run.vanished_kept': t`Vanished rows kept`,
    'run.cancelled': t`Run cancelled`,
  }
}

/** The name of an action; an action that only a newer server knows is shown unchanged. */
export function useActionName(): (action: string) => string {
  const names = useActionNames()
  return (action) => names[action] ?? action
}
