import { randomInt } from 'node:crypto'

import type { Account } from './account.ts'
import { IdentityError } from './identity-error.ts'
import { checkEmail, checkNewPassword, type IdentityRequest } from './identity-request.ts'
import type { Consent, IdentityState } from './identity-state.ts'
import { newAccount } from './new-account.ts'
import { hashPassword } from './password-hash.ts'
import { provePassword } from './prove-password.ts'
import { sendLink } from './send-link.ts'

export interface ConsentForm {
  readonly email: string
  readonly password: string
  readonly displayName: string
}

/**
 * The data that a person enters on the page in place of Google's. The person proves it with the password of the account on this
 * machine, so that nobody can sign in as somebody else with only an address.
 * @returns a code that `signInWithIdp` accepts once
 */
export async function consent(state: IdentityState, form: ConsentForm, address: string): Promise<string> {
  const email = checkEmail(form.email.trim())
  const account = state.accounts.withEmail(email)
  if (account?.passwordHash) {
    await provePassword(state, { email, password: form.password, address })
    return state.consents.make({ email })
  }
  if (account) {
    sendLink(state, 'PASSWORD_RESET', account)
    throw new IdentityError('PASSWORD_NOT_SET')
  }
  const passwordHash = await hashPassword(checkNewPassword(form.password), state.passwordCost)
  return state.consents.make({ email, passwordHash, displayName: form.displayName.trim() || undefined })
}

/** `accounts:signInWithIdp`, with the code from `consent`; nothing that a caller could forge is accepted. */
export async function signInWithIdp(state: IdentityState, { requestUri, autoCreate, idToken }: IdentityRequest) {
  if (idToken) throw new IdentityError('OPERATION_NOT_ALLOWED')
  const code = URL.parse(requestUri ?? '')?.searchParams.get('code') ?? ''
  const agreed = state.consents.find(code)
  if (!agreed) throw new IdentityError('INVALID_IDP_RESPONSE : The consent has expired. Try again.')
  state.consents.forget(code)
  const { account, isNewUser } = await accountOf(state, agreed, autoCreate ?? true)
  const { email, emailVerified, displayName, photoUrl, localId, googleId } = account
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    providerId: 'google.com',
    federatedId: `https://accounts.google.com/${googleId}`,
    localId,
    email,
    emailVerified,
    displayName,
    photoUrl,
    isNewUser,
    rawUserInfo: JSON.stringify({ id: googleId, email, name: displayName }),
    ...(await state.tokens.begin(account, 'google.com')),
  }
}

async function accountOf(
  { accounts }: IdentityState,
  { email, displayName, passwordHash }: Consent,
  mayCreate: boolean,
): Promise<{ account: Account; isNewUser: boolean }> {
  const known = accounts.withEmail(email)
  if (known) {
    if (passwordHash !== undefined) throw new IdentityError('EMAIL_EXISTS')
    if (known.disabled) throw new IdentityError('USER_DISABLED')
    const account = await accounts.change(known.localId, {
      lastLoginAt: Date.now(),
      googleId: known.googleId ?? newGoogleId(),
      providers: [...new Set([...known.providers, 'google.com' as const])],
    })
    return { account, isNewUser: false }
  }
  if (!mayCreate) throw new IdentityError('USER_NOT_FOUND')
  const given = { email, displayName, passwordHash, emailVerified: true, googleId: newGoogleId() }
  return { account: await accounts.add(newAccount(given, 'google.com')), isNewUser: true }
}

/** 21 digits, like Google's. */
const newGoogleId = () => `1${Array.from({ length: 20 }, () => randomInt(10)).join('')}`
