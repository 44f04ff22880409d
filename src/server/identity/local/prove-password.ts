import type { Account, Provider } from './account.ts'
import { PASSWORD_LIMITS } from './failed-attempts.ts'
import { IdentityError } from './identity-error.ts'
import type { IdentityState } from './identity-state.ts'
import { isPassword } from './password-hash.ts'

interface Claim {
  readonly email: string
  readonly password: string
  /** The caller, for the limits. */
  readonly address: string
  /** Only accounts with this sign-in method; by default any. */
  readonly provider?: Provider
}

/**
 * The account of the password. An unknown address, a wrong password and an account without a password get the same answer
 * after the same time.
 */
export async function provePassword(
  { accounts, attempts, passwordCost, onWrongPassword }: IdentityState,
  { email, password, address, provider }: Claim,
): Promise<Account> {
  const limits = { [`account ${email}`]: PASSWORD_LIMITS.account, [`address ${address}`]: PASSWORD_LIMITS.address }
  attempts.take(limits)
  const known = accounts.withEmail(email)
  const opens = !provider || known?.providers.includes(provider)
  const isRight = await isPassword(password, opens ? known?.passwordHash : undefined, passwordCost)
  // Read again, because it may have changed while the password was hashed.
  const account = accounts.withEmail(email)
  if (!isRight && account) onWrongPassword({ uid: account.localId, email, address })
  if (!isRight || !account || account.passwordHash !== known?.passwordHash)
    throw new IdentityError('INVALID_LOGIN_CREDENTIALS')
  attempts.giveBack(...Object.keys(limits))
  if (account.disabled) throw new IdentityError('USER_DISABLED')
  return account
}
