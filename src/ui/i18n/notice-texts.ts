import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Notice, NoticeCode } from '../../core/notices/notice.ts'
import { translateServerText } from './translate-server-text.ts'

/** The text of each notice: the sentences of spec §8, and our own. */
const NOTICE_TEXTS = {
  'auth.not-authenticated': msg`User not authenticated`,
  'auth.not-authenticated-after-waiting': msg`User not authenticated after waiting`,
  'auth.invalid-credential': msg`Invalid email or password`,
  'auth.google.failed': msg`Error signing in with Google`,
  'auth.google.unreachable': msg`Google (apis.google.com) cannot be reached. Check the network, or use your password.`,
  'auth.password-reset.sent': msg`Password reset email sent. Please check your inbox.`,
  'auth.password-reset.logged': msg`This server sends no e-mail. If the account exists, the link is in Millrace’s log: ask whoever runs the server.`,
  'auth.password-reset.failed': msg`Error sending password reset email`,
  'auth.verification.sent': msg`Verification email sent. Please check your inbox.`,
  'auth.verification.logged': msg`This server sends no e-mail. The link is in Millrace’s log: ask whoever runs the server.`,
  'auth.verification.failed': msg`Error sending verification email`,
  'auth.email-already-in-use': msg`The email address is already in use by another account.`,
  'auth.invalid-email': msg`Enter an e-mail address`,
  'auth.weak-password': msg`At least 8 characters, no common password.`,
  'auth.too-many-requests': msg`Too many attempts. Please try again later.`,
  'auth.user-disabled': msg`This account has been disabled.`,
  'auth.user-token-expired': msg`Your session has ended.`,
  'auth.network-request-failed': msg`The sign-in service cannot be reached.`,
  'auth.failed': msg`Signing in failed`,
  'profile.fetch-after-sign-in.failed': msg`Error fetching profile after sign in`,
  'profile.updated': msg`Profile updated successfully`,
  'profile.update.failed': msg`Error updating profile`,
  'account.deleted': msg`Your account is deleted`,
  'organization.none-active': msg`No active organization found`,
  'organization.none-active.dashboard': msg`No active organization set, cannot fetch dashboard data.`,
  'organization.none-active.billing-status': msg`No active organization set, cannot fetch billing status.`,
  'organization.none-active.checkout': msg`No active organization set, cannot create checkout session.`,
  'organization.none-active.customer-portal': msg`No active organization set, cannot create customer portal session.`,
  'organization.lost': msg`You no longer belong to “{name}”, or it was deleted.`,
  'organization.unknown': msg`You do not belong to this organization.`,
  'member.invited': msg`Member invited successfully`,
  'member.role.updated': msg`Member role updated successfully`,
  'member.removed': msg`Member removed successfully`,
  'integration.list.failed': msg`Failed to fetch integrations`,
  'integration.add.failed': msg`Failed to add integration`,
  'integration.update.failed': msg`Failed to update integration`,
  'integration.delete.failed': msg`Failed to delete integration`,
  'integration.required': msg`Integration ID is required for this connection type`,
  'integration.not-found': msg`Integration not found`,
  'integration.google.failed': msg`Failed to start Google OAuth`,
  'connection.list.failed': msg`Failed to fetch connections`,
  'connection.test.succeeded': msg`Connection test successful`,
  'connection.test.failed': msg`Failed to test connection`,
  'connection.add.failed': msg`Failed to add connection`,
  'connection.update.failed': msg`Failed to update connection`,
  'connection.delete.failed': msg`Failed to delete connection`,
  'connection.merged-integration.delete.failed': msg`Failed to delete merged integration`,
  'connection.discover.succeeded': msg`Schema discovered successfully!`,
  'connection.discover.failed': msg`Failed to discover schema`,
  'flow.run.triggered': msg`Flow run triggered successfully!`,
  'flow.run.failed': msg`Failed to trigger flow run`,
  'bulk.partly-failed': msg`{failed} of {count} failed. The lists show which ones.`,
  'call.not-offered': msg`This server does not offer that.`,
  'list.entries-left-out': msg`{count, plural, one {# entry could not be read.} other {# entries could not be read.}}`,
  'http.error': msg`HTTP error! status: {status}`,
  'network.unreachable': msg`The server cannot be reached.`,
  'network.timeout': msg`The server did not answer in time.`,
  'address.unsafe': msg`The server sent an address that cannot be opened.`,
  unexpected: msg`Something went wrong.`,
} satisfies Record<NoticeCode, MessageDescriptor>

export function noticeText(i18n: I18n, notice: Notice): string {
  if ('text' in notice) return translateServerText(i18n, notice.text, notice.sentence)
  const { id, message } = NOTICE_TEXTS[notice.code]
  return i18n._(id, { ...notice.values }, message === undefined ? {} : { message })
}

/** The second line of a notice: the explanation of the server, or ours. */
export function noticeDetail(i18n: I18n, { detail, detailSentence, because }: Notice): string | undefined {
  if (because) return noticeText(i18n, { type: 'info', code: because })
  return detail === undefined ? undefined : translateServerText(i18n, detail, detailSentence)
}
