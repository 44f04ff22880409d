import { defined } from '../../core/catalog/defined.ts'
import type { ReadSecret } from '../code/resolve-secrets.ts'
import { CommandFailure } from '../command-failure.ts'
import { askVendor, fieldOf, jsonOf, needed, refusal, splitPlace } from './ask-vendor.ts'

const VENDOR = 'HashiCorp Vault'

/**
 * `vault:secret/shop#password`: the newest version of a secret of the engine KV version 2, by the mount, the path and the field.
 * VAULT_ADDR, VAULT_TOKEN and VAULT_NAMESPACE mean what they mean for the program `vault`
 * (https://developer.hashicorp.com/vault/api-docs/secret/kv/kv-v2#read-secret-version).
 */
export const makeReadVault =
  (environment: Readonly<Record<string, string | undefined>>): ReadSecret =>
  async (place) => {
    const { path, field } = splitPlace(place)
    const [mount = '', ...rest] = path.split('/')
    if (field === undefined || rest.length === 0)
      throw new CommandFailure(
        `"vault:${place}" has not the form vault:MOUNT/PATH#FIELD, such as vault:secret/shop#password.`,
      )
    const address = needed(environment, 'VAULT_ADDR', 'It is the address of Vault, such as https://vault.example:8200.')
    const token = needed(environment, 'VAULT_TOKEN', '"vault login" gives one.')
    const namespace = environment['VAULT_NAMESPACE']
    const parts = [mount, 'data', ...rest].map(encodeURIComponent).join('/')
    const headers = { 'x-vault-token': token, ...defined({ 'x-vault-namespace': namespace || undefined }) }
    const response = await askVendor(VENDOR, new Request(new URL(`/v1/${parts}`, address), { headers }))
    const body = jsonOf(await response.text())
    if (response.status === 404) return undefined
    if (!response.ok) {
      const reasons = body?.['errors']
      throw refusal(VENDOR, path, Array.isArray(reasons) && reasons.length > 0 ? reasons.join(', ') : response.status)
    }
    const { data } = (body?.['data'] ?? {}) as { readonly data?: unknown }
    return fieldOf(VENDOR, path, data, field)
  }
