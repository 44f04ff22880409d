import type { IntegrationType } from '../../../core/catalog/connections/integration-types.ts'

export interface GoogleTokens {
  readonly refreshToken: string
  readonly scope: string
  readonly email: string | undefined
}

export type GoogleFailure = 'refused' | 'scope-missing' | 'unreachable'

export interface GoogleOauth {
  /** Our OAuth client at Google. */
  readonly integrationType: IntegrationType
  /** Google's name in its answers (`iss`, RFC 9207). */
  readonly issuer: string
  /**
   * The address of Google's consent page, and the verifier that proves later that we made the request (PKCE, RFC 7636).
   * `email` suggests the account to a person with several.
   */
  consent(redirectUri: string, state: string, email?: string): { readonly url: string; readonly codeVerifier: string }
  exchange(code: string, codeVerifier: string, redirectUri: string): Promise<GoogleTokens | GoogleFailure>
  /** Whether a consent is still valid. Withdrawn, expired and for another client all return `invalid_grant`. */
  standing(refreshToken: string): Promise<'valid' | 'withdrawn' | 'unknown'>
  /** Revokes a consent, so that a deleted integration leaves none behind; settles whatever Google answers. */
  revoke(refreshToken: string): Promise<void>
}
