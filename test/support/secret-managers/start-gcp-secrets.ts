import { generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'

import { startVendorServer, type VendorServer } from '../../../src/stand-ins/vendor-server.ts'

interface GcpSecretsStandIn extends VendorServer {
  /** The key file of a service account. */
  readonly keyFile: string
  /** By `projects/…/secrets/…/versions/…`. */
  readonly secrets: Map<string, string>
}

const ACCOUNT = 'millrace@shop.iam.gserviceaccount.com'
const TOKEN = 'ya29.example'

/** GCP Secret Manager and the tokens of Google: a token is given for a signed assertion, and everything else is refused without one. */
export async function startGcpSecrets(): Promise<GcpSecretsStandIn> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const secrets = new Map<string, string>()
  let tokenUri = ''
  const server = await startVendorServer(async ({ method, path, headers, body }) => {
    if (path === '/token') {
      const assertion = new URLSearchParams(body.toString()).get('assertion') ?? ''
      const isValid = await jwtVerify(assertion, publicKey, { issuer: ACCOUNT, audience: tokenUri }).then(
        ({ payload }) => payload['scope'] === 'https://www.googleapis.com/auth/cloud-platform',
        () => false,
      )
      if (!isValid)
        return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } }
      return { status: 200, body: { access_token: TOKEN, expires_in: 3_599, token_type: 'Bearer' } }
    }
    if (headers.authorization !== `Bearer ${TOKEN}`)
      return { status: 401, body: { error: { code: 401, message: 'Request had invalid authentication credentials.' } } }
    const [, name] = /^\/v1\/(projects\/.+):access$/.exec(path) ?? []
    const value = method === 'GET' && name !== undefined ? secrets.get(name) : undefined
    if (value === undefined)
      return { status: 404, body: { error: { code: 404, message: `Secret [${name}] not found.` } } }
    return { status: 200, body: { name, payload: { data: Buffer.from(value).toString('base64') } } }
  })
  tokenUri = `${server.address}/token`
  const keyFile = JSON.stringify({
    ...{ type: 'service_account', client_email: ACCOUNT, token_uri: tokenUri },
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  })
  return { ...server, keyFile, secrets }
}
