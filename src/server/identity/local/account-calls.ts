import { type Account, type Provider, shownAccount, shownProviders } from './account.ts'
import { IdentityError } from './identity-error.ts'
import { checkEmail, checkNewPassword, type IdentityRequest } from './identity-request.ts'
import type { IdentityState } from './identity-state.ts'
import { findLink, withNewPassword, withoutSessions } from './password-calls.ts'
import { hashPassword, type PasswordCost } from './password-hash.ts'
import type { SignedIn } from './tokens.ts'

/** Firebase requires a sign-in within this time before it changes somebody's credentials. */
const RECENT_SECONDS = 5 * 60

/** `accounts:lookup`, only for one's own account. */
export async function lookup({ tokens }: IdentityState, { idToken }: IdentityRequest) {
  const { account } = await tokens.prove(idToken)
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [shownAccount(account)] }
}

/** `accounts:delete` */
export async function deleteAccount({ tokens, accounts }: IdentityState, { idToken }: IdentityRequest) {
  const person = await tokens.prove(idToken)
  requireRecent(person)
  await accounts.remove(person.account.localId)
  return { kind: 'identitytoolkit#DeleteAccountResponse' }
}

/** `accounts:update`: by the owner, or with the code of a link that was sent to the address. */
export async function update(state: IdentityState, request: IdentityRequest) {
  if (!request.oobCode && !request.idToken)
    throw new IdentityError('INVALID_REQ_TYPE : Unsupported request parameters.')
  if (request.oobCode) return changed(await followLink(state, request.oobCode))

  const person = await state.tokens.prove(request.idToken)
  const changes = await changesOf(request, person, state.passwordCost)
  const account = await state.accounts.change(person.account.localId, changes)
  if (changes.validSince === undefined) return changed(account)
  const provider: Provider = request.password ? 'password' : person.provider
  return { ...changed(account), ...(await state.tokens.begin(account, provider)) }
}

async function followLink(state: IdentityState, code: string): Promise<Account> {
  const { kind, localId, newEmail } = findLink(state, code)
  if (kind === 'PASSWORD_RESET') throw new IdentityError('INVALID_OOB_CODE')
  state.links.forget(code)
  const account = state.accounts.withId(localId)
  const ofNewEmail = account && newEmail !== undefined && { email: newEmail, ...withoutSessions(account) }
  return state.accounts.change(localId, { emailVerified: true, ...ofNewEmail })
}

async function changesOf(request: IdentityRequest, person: SignedIn, cost: PasswordCost): Promise<Partial<Account>> {
  const { password, deleteProvider = [] } = request
  const { account } = person
  const email = request.email === undefined ? account.email : checkEmail(request.email)
  const hasNewEmail = email !== account.email
  if (hasNewEmail || password || deleteProvider.length > 0) requireRecent(person)
  const providers = providersAfter(request, account)
  const passwordHash = password ? await hashPassword(checkNewPassword(password), cost) : undefined
  return {
    providers,
    ...profileChanges(request),
    ...(hasNewEmail && { email, emailVerified: false, ...withoutSessions(account) }),
    ...(passwordHash !== undefined && withNewPassword(account, passwordHash)),
    ...(deleteProvider.includes('google.com') && { googleId: undefined }),
  }
}

function providersAfter({ password, deleteProvider = [] }: IdentityRequest, account: Account): Provider[] {
  const providers = new Set(account.providers)
  if (password) providers.add('password')
  for (const provider of deleteProvider) providers.delete(provider as Provider)
  // Without a way to sign in, its owner would lose the account.
  if (providers.size === 0) throw new IdentityError('OPERATION_NOT_ALLOWED : An account needs a way to sign in.')
  return [...providers]
}

const profileChanges = ({ displayName, photoUrl, deleteAttribute = [] }: IdentityRequest): Partial<Account> => ({
  ...(displayName !== undefined && { displayName: displayName || undefined }),
  ...(photoUrl !== undefined && { photoUrl: photoUrl || undefined }),
  ...(deleteAttribute.includes('DISPLAY_NAME') && { displayName: undefined }),
  ...(deleteAttribute.includes('PHOTO_URL') && { photoUrl: undefined }),
})

/** @throws IdentityError */
export function requireRecent({ signedInAt }: SignedIn): void {
  if (Date.now() / 1_000 - signedInAt > RECENT_SECONDS) throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
}

const changed = (account: Account) => ({
  kind: 'identitytoolkit#SetAccountInfoResponse',
  localId: account.localId,
  email: account.email,
  emailVerified: account.emailVerified,
  displayName: account.displayName,
  photoUrl: account.photoUrl,
  providerUserInfo: shownProviders(account),
})
