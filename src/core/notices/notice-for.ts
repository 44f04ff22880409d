import { defined } from '../catalog/defined.ts'
import { isWrongCredential } from '../catalog/identity-code.ts'
import type { Sentence } from '../catalog/sentence.ts'
import { problemOf } from '../connections/connection-test.ts'
import type { Failure, HttpFailure } from '../failure.ts'
import type { FailureText } from './announcements.ts'
import type { Notice, NoticeCode } from './notice.ts'

/** A broken rule always names the rule, whatever the table says about the operation. */
type BrokenRule = Extract<
  Failure,
  {
    kind:
      | 'not-authenticated-after-waiting'
      | 'no-active-organization'
      | 'unknown-organization'
      | 'integration-required'
      | 'integration-not-found'
      | 'merged-integration-left'
      | 'only-credentials-saved'
  }
>

/** The message of a failure, or nothing. */
export function noticeFor(failure: Failure, policy: FailureText): Notice | undefined {
  if (policy === 'silent') return undefined
  switch (failure.kind) {
    case 'not-offered':
    case 'stopped':
      return undefined
    case 'unauthenticated':
      // After sign-in the spec has one sentence for every reason why the profile is missing.
      return negative(policy === 'profile.fetch-after-sign-in.failed' ? policy : 'auth.not-authenticated')
    case 'identity':
      return forIdentity(failure, policy)
    case 'http':
      return forHttp(failure, policy)
    case 'network':
      return negative(sentenceOr(policy, failure.timedOut ? 'network.timeout' : 'network.unreachable'))
    case 'unexpected-answer':
      return negative(sentenceOr(policy, 'unexpected'))
    case 'unsafe-address':
      return negative(sentenceOr(policy, 'address.unsafe'))
    case 'connection-test-failed':
      return { ...negative(sentenceOr(policy, 'connection.test.failed')), ...explanation(failure) }
    default:
      return forBrokenRule(failure)
  }
}

function forBrokenRule(failure: BrokenRule): Notice {
  switch (failure.kind) {
    case 'not-authenticated-after-waiting':
      return negative('auth.not-authenticated-after-waiting')
    case 'no-active-organization':
      return negative(failure.purpose ? `organization.none-active.${failure.purpose}` : 'organization.none-active')
    case 'unknown-organization':
      return negative('organization.unknown')
    case 'integration-required':
      return negative('integration.required')
    case 'integration-not-found':
      return negative('integration.not-found')
    case 'merged-integration-left':
      return { ...negative('connection.merged-integration.delete.failed'), ...explanation(failure.cause) }
    case 'only-credentials-saved':
      return { ...negative('connection.update.failed'), ...explanation(failure.cause) }
  }
}

const negative = (code: NoticeCode) => ({ type: 'negative', code }) as const
const detail = (text: string | undefined, sentence?: Sentence) =>
  text ? { detail: text, ...defined({ detailSentence: sentence }) } : {}

const POLICIES: readonly FailureText[] = [
  'status-code',
  'status-text',
  'server-message',
  'identity',
  'provider-message',
  'silent',
]
const isSentence = (policy: FailureText): policy is NoticeCode => !POLICIES.includes(policy)
const sentenceOr = (policy: FailureText, code: NoticeCode): NoticeCode => (isSentence(policy) ? policy : code)

/** The server's explanation, for the second line. */
function explanation(failure: Failure): Pick<Notice, 'detail' | 'detailSentence'> {
  switch (failure.kind) {
    case 'http':
      return detail(failure.serverMessage, failure.serverSentence)
    case 'connection-test-failed': {
      const problem = problemOf(failure.stages)
      return problem ? detail(problem.message, problem.sentence) : detail(failure.serverMessage, failure.serverSentence)
    }
    default:
      return {}
  }
}

function forHttp(failure: HttpFailure, policy: FailureText): Notice {
  const { status, statusText, serverMessage, serverSentence } = failure
  if (isSentence(policy)) return { ...negative(policy), ...explanation(failure) }
  if (policy === 'server-message' && serverMessage)
    return defined({ type: 'negative', text: serverMessage, sentence: serverSentence })
  // HTTP/2 has no status text; then the number is shown.
  if (policy === 'status-text' && statusText) return { type: 'negative', text: statusText, ...explanation(failure) }
  return { ...negative('http.error'), values: { status }, ...explanation(failure) }
}

function forIdentity({ code, providerMessage }: Failure & { kind: 'identity' }, policy: FailureText): Notice {
  if (isSentence(policy)) {
    if (code !== 'network-request-failed') return { ...negative(policy), ...detail(providerMessage) }
    return {
      ...negative(policy),
      because: policy === 'auth.google.failed' ? 'auth.google.unreachable' : `auth.${code}`,
    }
  }
  if (policy === 'provider-message' && providerMessage) return { type: 'negative', text: providerMessage }
  if (isWrongCredential(code)) return negative('auth.invalid-credential')
  if (code !== 'unknown') return negative(`auth.${code}`)
  return providerMessage ? { type: 'negative', text: providerMessage } : negative('auth.failed')
}
