import type { Account } from './account.ts'
import { IdentityError } from './identity-error.ts'
import { checkEmail, checkNewPassword, type IdentityRequest } from './identity-request.ts'
import type { IdentityState, Link } from './identity-state.ts'
import { newAccount } from './new-account.ts'
import { hashPassword } from './password-hash.ts'
import { provePassword } from './prove-password.ts'

/** `accounts:signUp`, with address and password; no anonymous accounts. */
export async function signUp(state: IdentityState, { email, password, displayName, idToken }: IdentityRequest) {
  if (idToken) throw new IdentityError('OPERATION_NOT_ALLOWED')
  if (email === undefined && password === undefined) throw new IdentityError('ADMIN_ONLY_OPERATION')
  const address = checkEmail(email)
  const secret = checkNewPassword(password)
  if (state.accounts.withEmail(address)) throw new IdentityError('EMAIL_EXISTS')
  const passwordHash = await hashPassword(secret, state.passwordCost)
  const account = await state.accounts.add(
    newAccount({ email: address, passwordHash, displayName, emailVerified: false }, 'password'),
  )
  return {
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: account.localId,
    email: address,
    displayName,
    ...(await state.tokens.begin(account, 'password')),
  }
}

/** `accounts:signInWithPassword` */
export async function signInWithPassword(state: IdentityState, { email, password }: IdentityRequest, address: string) {
  const given = checkEmail(email)
  if (!password) throw new IdentityError('MISSING_PASSWORD')
  const proved = await provePassword(state, { email: given, password, address, provider: 'password' })
  const account = await state.accounts.change(proved.localId, { lastLoginAt: Date.now() })
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    registered: true,
    localId: account.localId,
    email: account.email,
    displayName: account.displayName,
    ...(await state.tokens.begin(account, 'password')),
  }
}

/** `accounts:resetPassword`: reads the purpose of a link, and with a new password, uses it. */
export async function resetPassword(state: IdentityState, { oobCode, newPassword }: IdentityRequest) {
  const link = findLink(state, oobCode)
  if (newPassword !== undefined) {
    if (link.kind !== 'PASSWORD_RESET') throw new IdentityError('INVALID_OOB_CODE')
    const passwordHash = await hashPassword(checkNewPassword(newPassword), state.passwordCost)
    // Used up only now, so that after a too short password another can be chosen; and checked again, because another request may have come first.
    const { localId } = findLink(state, oobCode)
    state.links.forget(oobCode ?? '')
    const account = state.accounts.withId(localId)
    if (!account) throw new IdentityError('INVALID_OOB_CODE')
    const providers = account.providers.filter((provider) => provider !== 'password')
    await state.accounts.change(localId, {
      ...withNewPassword(account, passwordHash),
      emailVerified: true,
      providers: ['password', ...providers],
    })
  }
  const { kind: requestType, email, newEmail } = link
  return { kind: 'identitytoolkit#ResetPasswordResponse', requestType, email, newEmail }
}

/** All tokens so far become invalid. */
export const withoutSessions = ({ tokenVersion = 0 }: Account): Partial<Account> => ({
  validSince: Math.floor(Date.now() / 1_000),
  tokenVersion: tokenVersion + 1,
})

/** The effects of a new password: sessions with the old one end. */
export const withNewPassword = (account: Account, passwordHash: string): Partial<Account> => ({
  passwordHash,
  passwordUpdatedAt: Math.max(Date.now(), account.passwordUpdatedAt + 1),
  ...withoutSessions(account),
})

/** The link of a valid code. @throws IdentityError */
export function findLink({ links, accounts }: IdentityState, code: string | undefined): Link {
  if (!code) throw new IdentityError('MISSING_OOB_CODE')
  const link = links.find(code)
  const account = link && accounts.withId(link.localId)
  if (!link || !account || account.email !== link.email || account.passwordUpdatedAt !== link.passwordUpdatedAt)
    throw new IdentityError('INVALID_OOB_CODE')
  return link
}
