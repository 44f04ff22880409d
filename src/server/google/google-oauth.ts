import { createHash, randomBytes } from 'node:crypto'

/** Reads and writes the spreadsheets that are named; `openid email` tells whose account it is. */
const SCOPES = ['https://www.googleapis.com/auth/spreadsheets', 'openid', 'email']
const TIMEOUT_MS = 20_000

export interface GoogleOauthOptions {
  readonly clientId: string
  readonly clientSecret: string
  /** Google's own unless told otherwise, for a stand-in in tests. */
  readonly baseUrl?: string
}

export interface GoogleTokens {
  readonly refreshToken: string
  readonly scope: string
  readonly email: string | undefined
}

export type GoogleFailure = 'refused' | 'scope-missing' | 'unreachable'

export interface GoogleOauth {
  /** The address of Google's consent page, and the verifier that proves later that we asked (PKCE, RFC 7636). */
  consent(redirectUri: string, state: string): { readonly url: string; readonly codeVerifier: string }
  exchange(code: string, codeVerifier: string, redirectUri: string): Promise<GoogleTokens | GoogleFailure>
}

/** Google's OAuth 2.0 for web servers (developers.google.com/identity/protocols/oauth2/web-server). */
export function makeGoogleOauth({ clientId, clientSecret, baseUrl }: GoogleOauthOptions): GoogleOauth {
  const consentPage = `${baseUrl ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`
  const tokenCall = `${baseUrl ?? 'https://oauth2.googleapis.com'}/token`

  return {
    consent: (redirectUri, state) => {
      const codeVerifier = randomBytes(32).toString('base64url')
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPES.join(' '),
        access_type: 'offline',
        // Google hands a refresh token out again only after a new consent.
        prompt: 'consent',
        include_granted_scopes: 'true',
        state,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      return { url: `${consentPage}?${query}`, codeVerifier }
    },

    exchange: async (code, codeVerifier, redirectUri) => {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      })
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const response = await fetch(tokenCall, { method: 'POST', body, redirect: 'error', signal }).catch(
        () => undefined,
      )
      if (!response || response.status >= 500) return 'unreachable'
      const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
      const { refresh_token: refreshToken, scope } = answer
      if (!response.ok || typeof refreshToken !== 'string' || typeof scope !== 'string') return 'refused'
      if (!scope.split(' ').includes(SCOPES[0] ?? '')) return 'scope-missing'
      return { refreshToken, scope, email: emailOf(answer['id_token']) }
    },
  }
}

/** Straight from Google over TLS, so its signature need not be checked to show an address. */
function emailOf(idToken: unknown): string | undefined {
  if (typeof idToken !== 'string') return undefined
  try {
    const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as { email?: unknown }
    return typeof claims.email === 'string' ? claims.email : undefined
  } catch {
    return undefined
  }
}
