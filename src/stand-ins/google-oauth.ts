import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface GoogleOauthStandIn {
  readonly baseUrl: string
  /**
   * What the person grants on the consent page, where less than was asked is possible; whose account it is; and whether
   * the page cuts the tie to the window that opened it, as Google's own does.
   */
  readonly settings: { grant: string; email: string; isIsolated: boolean }
  /** Follows a consent page's address as a person who agrees. @returns the address that Google sends the browser back to */
  agree(consentUrl: string): string
  /** A consent that a person has given already. @returns its refresh token */
  consent(): string
  /** As a person who removes the application from the account: every token of it ends. */
  withdraw(): void
  /** The tokens that work. */
  readonly alive: ReadonlySet<string>
  stop(): Promise<void>
}

interface Issued {
  readonly challenge: string
  readonly redirectUri: string
}

type Reply = readonly [status: number, body: object]

const SERVICE_ACCOUNT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const SHEETS = 'https://www.googleapis.com/auth/spreadsheets'
const refused = (error: string): Reply => [400, { error, error_description: 'Bad Request' }]

interface OauthSettings {
  grant: string
  email: string
  isIsolated: boolean
}

/** Codes and refresh tokens, as Google issues, exchanges and revokes them. */
class OauthTokens {
  readonly alive = new Set<string>()
  readonly #codes = new Map<string, Issued>()
  readonly #settings: OauthSettings
  readonly #serviceAccounts: string | undefined

  constructor(settings: OauthSettings, serviceAccounts: string | undefined) {
    this.#settings = settings
    this.#serviceAccounts = serviceAccounts
  }

  /** @returns the address that Google sends the browser back to */
  agree(asked: URLSearchParams): string {
    const code = randomBytes(12).toString('hex')
    const redirectUri = asked.get('redirect_uri') ?? ''
    this.#codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirectUri })
    return back(asked, { code })
  }

  consent(): string {
    const refreshToken = `1//${randomBytes(12).toString('hex')}`
    this.alive.add(refreshToken)
    return refreshToken
  }

  async answer(pathname: string, form: URLSearchParams): Promise<Reply> {
    if (pathname === '/token') return this.#token(form)
    if (pathname !== '/revoke') return [404, { error: 'not_found' }]
    return this.alive.delete(form.get('token') ?? '') ? [200, {}] : refused('invalid_token')
  }

  async #token(form: URLSearchParams): Promise<Reply> {
    if (this.#serviceAccounts !== undefined && form.get('grant_type') === SERVICE_ACCOUNT) {
      const reply = await fetch(`${this.#serviceAccounts}/token`, {
        method: 'POST',
        body: form,
        signal: AbortSignal.timeout(10_000),
      })
      return [reply.status, (await reply.json()) as object]
    }
    if (form.get('client_id') !== 'client' || form.get('client_secret') !== 'secret')
      return [401, { error: 'invalid_client' }]
    if (form.get('grant_type') !== 'refresh_token') return this.#exchange(form)
    return this.alive.has(form.get('refresh_token') ?? '') ? [200, this.#accessToken()] : refused('invalid_grant')
  }

  #exchange(form: URLSearchParams): Reply {
    const code = form.get('code') ?? ''
    const issued = this.#codes.get(code)
    this.#codes.delete(code)
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (!issued || issued.challenge !== challenge) return refused('invalid_grant')
    if (issued.redirectUri !== form.get('redirect_uri')) return refused('redirect_uri_mismatch')
    const claims = Buffer.from(JSON.stringify({ email: this.#settings.email })).toString('base64url')
    return [200, { ...this.#accessToken(), refresh_token: this.consent(), id_token: `e30.${claims}.x` }]
  }

  #accessToken() {
    return { access_token: 'ya29.x', expires_in: 3_599, token_type: 'Bearer', scope: this.#settings.grant }
  }
}

/**
 * Google's consent page for a browser, and its token and revocation calls with their refusals: a wrong client, a code
 * used twice, another verifier or another address, a token that was withdrawn.
 * @param serviceAccounts where the stand-in is that knows them; without it they are refused
 */
export async function startGoogleOauth(serviceAccounts?: string): Promise<GoogleOauthStandIn> {
  const settings = { grant: `${SHEETS} openid email`, email: 'ada@gmail.test', isIsolated: true }
  const tokens = new OauthTokens(settings, serviceAccounts)

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://google.test')
    if (pathname === '/o/oauth2/v2/auth') return answerPage(response, searchParams, settings.isIsolated)
    if (pathname === '/agree') return void response.writeHead(302, { location: tokens.agree(searchParams) }).end()
    const answer = async () => tokens.answer(pathname, await readForm(request))
    answer().then(
      ([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      () => response.destroy(),
    )
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    settings,
    agree: (consentUrl) => tokens.agree(new URL(consentUrl).searchParams),
    consent: () => tokens.consent(),
    withdraw: () => tokens.alive.clear(),
    alive: tokens.alive,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Where Google sends the browser, with what became of it. */
const back = (asked: URLSearchParams, outcome: Readonly<Record<string, string>>) =>
  `${asked.get('redirect_uri')}?${new URLSearchParams({ state: asked.get('state') ?? '', ...outcome })}`

/** What a person sees: agree, do not, or come back with an answer to a question that is no longer known. */
function answerPage(response: ServerResponse, asked: URLSearchParams, isIsolated: boolean): void {
  const links = {
    Allow: `/agree?${asked}`,
    'Cancel instead': back(asked, { error: 'access_denied' }),
    'Allow too late': back(asked, { code: 'late', state: 'forgotten' }),
  }
  const list = Object.entries(links).map(
    ([text, href]) => `<p><a href="${href.replaceAll('&', '&amp;')}">${text}</a></p>`,
  )
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': isIsolated ? 'same-origin' : 'unsafe-none',
  }
  response.writeHead(200, headers).end(`<!doctype html><title>Sign in with Google</title>${list.join('')}`)
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}
