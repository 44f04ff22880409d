import {
  type CryptoKey,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  SignJWT,
} from 'jose'

export const PROJECT = 'millrace-test'
export const ISSUER = `https://securetoken.google.com/${PROJECT}`
const KEY_ID = 'test-key'

export interface TokenMint {
  /** What the server verifies against, in place of Google's published keys. */
  readonly keys: JWTVerifyGetKey
  /** The keys as Google would publish them. */
  readonly published: JSONWebKeySet
  readonly privateKey: CryptoKey
  /** A token as Firebase would sign it, with claims laid over. */
  mint(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
}

export const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

/** Signs ID tokens with a key of its own, exactly as Firebase does with Google's. */
export async function makeTokenMint(): Promise<TokenMint> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }
  return {
    keys: createLocalJWKSet({ keys: [jwk] }),
    published: { keys: [jwk] },
    privateKey,
    mint: (claims = {}, header = {}) =>
      new SignJWT(firebaseClaims(claims))
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'JWT', ...header })
        .sign(privateKey),
  }
}

export function firebaseClaims(claims: Record<string, unknown> = {}): Record<string, unknown> {
  const uid = typeof claims['sub'] === 'string' ? claims['sub'] : 'ada'
  return {
    iss: ISSUER,
    aud: PROJECT,
    sub: uid,
    user_id: uid,
    iat: secondsFromNow(-10),
    auth_time: secondsFromNow(-10),
    exp: secondsFromNow(3_600),
    email: `${uid}@example.com`,
    email_verified: true,
    name: uid,
    firebase: { identities: {}, sign_in_provider: 'password' },
    ...claims,
  }
}
