import { useLingui } from '@lingui/react/macro'

import { type IdentityCode, isWrongCredential } from '../../core/catalog/identity-code.ts'
import type { Failure } from '../../core/failure.ts'
import type { CredentialProblems } from './use-credentials-form.ts'

/** The identity provider's refusal, at the field that fixes it; the toast of spec §8 shows it too. */
export function useRefusedFields(): (failure: Failure) => CredentialProblems {
  const { t } = useLingui()
  const problems: { readonly [Code in IdentityCode]?: CredentialProblems } = {
    'email-already-in-use': { email: t`An account with this address exists. Sign in instead.` },
    'invalid-email': { email: t`Enter an email address, for example ada@example.com` },
    'user-disabled': { email: t`The account with this address is disabled.` },
    'weak-password': { password: t`Choose another password: at least 8 characters, and not a common one.` },
    'too-many-requests': { password: t`Too many attempts. Wait a few minutes, then try again.` },
  }
  return (failure) => {
    if (failure.kind !== 'identity') return {}
    // At the password for both, so that nobody can find out which addresses have an account.
    if (isWrongCredential(failure.code)) return { password: t`The address or this password is wrong.` }
    return problems[failure.code] ?? {}
  }
}
