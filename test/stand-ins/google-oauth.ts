import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface GoogleOauthStandIn {
  readonly baseUrl: string
  /** What the person grants on the consent page; less than was asked is possible. */
  grant: string
  /** Follows a consent page's address as a person who agrees. @returns the address that Google sends the browser back to */
  agree(consentUrl: string): string
  stop(): Promise<void>
}

interface Issued {
  readonly challenge: string
  readonly redirectUri: string
}

const SHEETS = 'https://www.googleapis.com/auth/spreadsheets'

/** Google's token call with its refusals: a wrong client, a code used twice, another verifier or another address. */
export async function startGoogleOauth(): Promise<GoogleOauthStandIn> {
  const codes = new Map<string, Issued>()
  let grant = `${SHEETS} openid email`

  const exchange = (form: URLSearchParams): [number, object] => {
    const refused = (error: string): [number, object] => [400, { error, error_description: 'Bad Request' }]
    if (form.get('client_id') !== 'client' || form.get('client_secret') !== 'secret')
      return [401, { error: 'invalid_client' }]
    const issued = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!issued || issued.challenge !== challenge) return refused('invalid_grant')
    if (issued.redirectUri !== form.get('redirect_uri')) return refused('redirect_uri_mismatch')
    const claims = Buffer.from(JSON.stringify({ email: 'ada@gmail.test' })).toString('base64url')
    const refreshToken = `1//${randomBytes(12).toString('hex')}`
    return [
      200,
      {
        access_token: 'ya29.x',
        expires_in: 3_599,
        token_type: 'Bearer',
        scope: grant,
        refresh_token: refreshToken,
        id_token: `e30.${claims}.x`,
      },
    ]
  }

  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += String(chunk)
    })
    request.on('end', () => {
      const [status, body] =
        request.url === '/token' ? exchange(new URLSearchParams(text)) : [404, { error: 'not_found' }]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get grant() {
      return grant
    },
    set grant(scopes) {
      grant = scopes
    },
    agree: (consentUrl) => {
      const asked = new URL(consentUrl).searchParams
      const code = randomBytes(12).toString('hex')
      const redirectUri = asked.get('redirect_uri') ?? ''
      codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirectUri })
      return `${redirectUri}?${new URLSearchParams({ code, state: asked.get('state') ?? '' })}`
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
