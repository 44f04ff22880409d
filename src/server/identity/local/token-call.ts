import { IdentityError } from './identity-error.ts'
import type { IdentityRequest } from './identity-request.ts'
import type { IdentityState } from './identity-state.ts'

/** `token` of the Secure Token service: a new ID token for a refresh token. */
export async function grantToken(
  { tokens }: IdentityState,
  { grant_type: grantType, refresh_token: refreshToken }: IdentityRequest,
) {
  if (!grantType) throw new IdentityError('MISSING_GRANT_TYPE')
  if (grantType !== 'refresh_token') throw new IdentityError('INVALID_GRANT_TYPE')
  const person = await tokens.renewable(refreshToken)
  const { idToken, refreshToken: renewed, expiresIn } = await tokens.issue(person)
  return {
    id_token: idToken,
    access_token: idToken,
    refresh_token: renewed,
    expires_in: expiresIn,
    token_type: 'Bearer',
    user_id: person.account.localId,
  }
}
