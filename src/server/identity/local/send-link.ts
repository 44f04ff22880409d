import type { Account } from './account.ts'
import { requireRecent } from './account-calls.ts'
import { LINK_LIMIT } from './failed-attempts.ts'
import { IdentityError } from './identity-error.ts'
import { checkEmail, type IdentityRequest } from './identity-request.ts'
import type { IdentityState, LinkKind } from './identity-state.ts'

const MODES = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
} satisfies Record<LinkKind, string>

/** `accounts:sendOobCode`: a link to set a new password, to confirm an address, or to change it. */
export async function sendOobCode(state: IdentityState, request: IdentityRequest) {
  const { accounts, tokens } = state
  const answer = (email: string) => ({ kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email })
  switch (request.requestType) {
    case 'PASSWORD_RESET': {
      const email = checkEmail(request.email)
      const account = accounts.withEmail(email)
      // The answer does not reveal who has an account.
      if (account) sendLink(state, 'PASSWORD_RESET', account)
      return answer(email)
    }
    case 'VERIFY_EMAIL': {
      const { account } = await tokens.prove(request.idToken)
      sendLink(state, 'VERIFY_EMAIL', account)
      return answer(account.email)
    }
    case 'VERIFY_AND_CHANGE_EMAIL': {
      if (!request.newEmail) throw new IdentityError('MISSING_NEW_EMAIL')
      const newEmail = checkEmail(request.newEmail)
      const person = await tokens.prove(request.idToken)
      requireRecent(person)
      const { account } = person
      if (accounts.withEmail(newEmail)) throw new IdentityError('EMAIL_EXISTS')
      sendLink(state, 'VERIFY_AND_CHANGE_EMAIL', account, newEmail)
      return answer(account.email)
    }
    case undefined:
      throw new IdentityError('MISSING_REQ_TYPE')
    default:
      throw new IdentityError('OPERATION_NOT_ALLOWED')
  }
}

/** Creates a link for an account and delivers it to its owner. @throws IdentityError after too many requests */
export function sendLink(state: IdentityState, kind: LinkKind, account: Account, newEmail?: string): void {
  const { localId, email, passwordUpdatedAt } = account
  state.attempts.take({ [`link ${localId}`]: LINK_LIMIT })
  const link = { kind, localId, email, newEmail, passwordUpdatedAt }
  const url = new URL('/emulator/action', state.origin)
  url.searchParams.set('mode', MODES[kind])
  url.searchParams.set('oobCode', state.links.make(link))
  url.searchParams.set('apiKey', 'local')
  state.deliver(link, url.href)
}
