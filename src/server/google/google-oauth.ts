import { createHash, randomBytes } from 'node:crypto'
import { defined } from '../../core/catalog/defined.ts'
import type { GoogleFailure, GoogleOauth, GoogleTokens } from '../domain/integrations/google-oauth.ts'

/** Access to read and write the named spreadsheets; `openid email` identifies the account. */
const SCOPES = ['https://www.googleapis.com/auth/spreadsheets', 'openid', 'email']
const TIMEOUT_MS = 20_000
const MAX_BYTES = 1024 * 1024

export interface GoogleOauthOptions {
  readonly clientId: string
  readonly clientSecret: string
  /** By default Google's own; another one for a stand-in in tests. */
  readonly baseUrl?: string
}

/** Google's OAuth 2.0 for web servers (developers.google.com/identity/protocols/oauth2/web-server). */
export function makeGoogleOauth({ clientId, clientSecret, baseUrl }: GoogleOauthOptions): GoogleOauth {
  const consentPage = `${baseUrl ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`
  const calls = baseUrl ?? 'https://oauth2.googleapis.com'
  const post = (path: string, form: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams(form)
    const call = { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
    return fetch(`${calls}${path}`, call).catch(() => undefined)
  }
  const token = (form: Readonly<Record<string, string>>) =>
    post('/token', { client_id: clientId, client_secret: clientSecret, ...form })

  return {
    integrationType: 'google_oauth',
    issuer: baseUrl ?? 'https://accounts.google.com',

    consent: (redirectUri, state, email) => {
      const codeVerifier = randomBytes(32).toString('base64url')
      const query = new URLSearchParams(
        defined({
          client_id: clientId,
          redirect_uri: redirectUri,
          response_type: 'code',
          scope: SCOPES.join(' '),
          access_type: 'offline',
          // Google returns a refresh token again only after a new consent.
          prompt: 'consent',
          include_granted_scopes: 'true',
          state,
          code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
          code_challenge_method: 'S256',
          login_hint: email,
        }),
      )
      return { url: `${consentPage}?${query}`, codeVerifier }
    },

    exchange: async (code, codeVerifier, redirectUri) => {
      const proof = { code, redirect_uri: redirectUri, code_verifier: codeVerifier }
      return tokensFrom(await token({ grant_type: 'authorization_code', ...proof }))
    },

    standing: async (refreshToken) => {
      const response = await token({ grant_type: 'refresh_token', refresh_token: refreshToken })
      if (!response || response.ok) return response ? 'valid' : 'unknown'
      const { error } = await answerOf(response)
      return error === 'invalid_grant' ? 'withdrawn' : 'unknown'
    },

    revoke: async (refreshToken) => {
      await post('/revoke', { token: refreshToken })
    },
  }
}

/** An answer of Google has a few kilobytes; what is longer is no answer, and is not read. */
const answerOf = async (response: Response): Promise<Record<string, unknown>> => {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length
      if (length > MAX_BYTES) return {}
      chunks.push(chunk)
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>
  } catch {
    return {}
  }
}

async function tokensFrom(response: Response | undefined): Promise<GoogleTokens | GoogleFailure> {
  if (!response || response.status >= 500) return 'unreachable'
  const { refresh_token: refreshToken, scope, id_token: idToken } = await answerOf(response)
  if (!response.ok || typeof refreshToken !== 'string' || typeof scope !== 'string') return 'refused'
  if (!scope.split(' ').includes(SCOPES[0] ?? '')) return 'scope-missing'
  return { refreshToken, scope, email: emailOf(idToken) }
}

/** Received directly from Google over TLS, so showing an address needs no check of its signature. */
function emailOf(idToken: unknown): string | undefined {
  if (typeof idToken !== 'string') return undefined
  try {
    const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as { email?: unknown }
    return typeof claims.email === 'string' ? claims.email : undefined
  } catch {
    return undefined
  }
}
