import { startVendorServer, type VendorServer } from '../../../src/stand-ins/vendor-server.ts'

interface VaultStandIn extends VendorServer {
  readonly token: string
  /** Secrets of the engine KV version 2 that is mounted at `secret`, by their paths. */
  readonly secrets: Map<string, Readonly<Record<string, unknown>>>
}

/** HashiCorp Vault, as far as it answers `vault kv get`: a wrong token is forbidden everywhere, and so is another mount. */
export async function startVault(): Promise<VaultStandIn> {
  const token = 'hvs.example'
  const secrets = new Map<string, Readonly<Record<string, unknown>>>()
  const server = await startVendorServer(({ method, path, headers }) => {
    if (headers['x-vault-token'] !== token || !path.startsWith('/v1/secret/'))
      return { status: 403, body: { errors: ['permission denied'] } }
    const [, name] = /^\/v1\/secret\/data\/(.+)$/.exec(decodeURIComponent(path)) ?? []
    if (method !== 'GET' || name === undefined)
      return { status: 404, body: { errors: [], warnings: ['Invalid path for a versioned K/V secrets engine.'] } }
    const data = secrets.get(name)
    if (!data) return { status: 404, body: { errors: [] } }
    return { status: 200, body: { data: { data, metadata: { version: 1, destroyed: false } } } }
  })
  return { ...server, token, secrets }
}
