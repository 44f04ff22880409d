import { exportJWK, generateKeyPair, SignJWT } from 'jose'

import { secondsFromNow } from './firebase-tokens.ts'
import { serveHttps } from './serve-https.ts'

type Claims = Readonly<Record<string, unknown>>

export interface Issuer {
  readonly origin: string
  /** The paths that were asked for. */
  readonly asked: readonly string[]
  /** A token as a CI system gives it to a job, with claims laid over. */
  mint(claims?: Claims, header?: Claims): Promise<string>
  stop(): Promise<void>
}

/** A system that gives tokens to its jobs, as GitHub Actions does: OpenID Connect Discovery 1.0, and its keys. */
export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'first', alg: 'ES256', use: 'sig' }
  const asked: string[] = []
  const server = await serveHttps(({ url = '' }, response) => {
    asked.push(url)
    const documents: Readonly<Record<string, object>> = {
      '/.well-known/openid-configuration': { issuer: server.origin, jwks_uri: `${server.origin}/jwks` },
      '/jwks': { keys: [jwk] },
    }
    const document = documents[url]
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(document ?? {}))
  })
  return {
    origin: server.origin,
    asked,
    mint: (claims = {}, header = {}) =>
      new SignJWT({
        ...{ iss: server.origin, aud: 'millrace', sub: 'repo:octo/shop:ref:refs/heads/main' },
        jti: crypto.randomUUID(),
        ...{ iat: secondsFromNow(-5), exp: secondsFromNow(300), ...claims },
      })
        .setProtectedHeader({ alg: 'ES256', kid: jwk.kid, ...header })
        .sign(privateKey),
    stop: () => server.stop(),
  }
}
