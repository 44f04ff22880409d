import type { I18n } from '@lingui/core'

import type { Failure, Refusal } from '../../core/failure.ts'
import type { FailureText } from '../../core/notices/announcements.ts'
import type { Notice } from '../../core/notices/notice.ts'
import { noticeFor } from '../../core/notices/notice-for.ts'
import { noticeDetail, noticeText } from '../i18n/notice-texts.ts'
import { FailureError } from '../services/unwrap.ts'

/** The text in place for a failed query or mutation: the server's own explanation, otherwise the generic sentence. */
export const errorText = (i18n: I18n, error: unknown): string | undefined =>
  error instanceof FailureError ? failureText(i18n, error.failure) : undefined

/** What another system has refused: the next step, and the account. */
export const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof FailureError && error.failure.kind === 'http' ? error.failure.refusal : undefined

/** The same for a failure that was returned and not thrown. */
export function failureText(i18n: I18n, failure: Failure): string | undefined {
  const notice = noticeFor(failure, 'status-code')
  return notice && (noticeDetail(i18n, notice) ?? noticeText(i18n, notice))
}

/** The text of a toast for a failed query or mutation. */
export const noticeOf = (error: unknown, policy: FailureText): Notice | undefined =>
  error instanceof FailureError ? noticeFor(error.failure, policy) : undefined

/** The server does not have this call: this is not an error, there is just no data. */
export const isNotOffered = (error: unknown): boolean =>
  error instanceof FailureError && error.failure.kind === 'not-offered'
