import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import { makeVault, VaultError } from './vault.ts'

const owner = { organizationId: 'org-1', integrationId: 'int-1' }
const credentials = { host: 'db.example', port: 5432, password: 's3cret-cänary' }

describe('the vault', () => {
  const vault = makeVault(randomBytes(32))

  it('gives back exactly what was put in', () => {
    expect(vault.open(owner, vault.seal(owner, credentials))).toEqual(credentials)
  })

  it('shows nothing of a secret in what is stored, and never stores it the same way twice', () => {
    const one = JSON.stringify(vault.seal(owner, credentials))
    const two = JSON.stringify(vault.seal(owner, credentials))
    expect(one).not.toContain('s3cret')
    expect(one).not.toContain(Buffer.from('s3cret').toString('base64').slice(0, 7))
    expect(one).not.toBe(two)
  })

  it.each([
    ['organization', { ...owner, organizationId: 'org-2' }],
    ['integration', { ...owner, integrationId: 'int-2' }],
  ])('does not open for another %s, so a copied row is worth nothing', (_, other) => {
    const sealed = vault.seal(owner, credentials)
    expect(() => vault.open(other, sealed)).toThrow(VaultError)
  })

  it('does not open when two fields were exchanged', () => {
    const sealed = vault.seal(owner, { user: 'etl', password: 's3cret' })
    const { user = '', password = '' } = sealed.fields
    expect(() => vault.open(owner, { ...sealed, fields: { user: password, password: user } })).toThrow(VaultError)
  })

  it('does not open when any bit was changed', () => {
    const sealed = vault.seal(owner, { password: 's3cret' })
    const bytes = Buffer.from(sealed.fields['password'] ?? '', 'base64')
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => vault.open(owner, { ...sealed, fields: { password: changed.toString('base64') } })).toThrow(
        VaultError,
      )
    }
  })

  it('does not open with another master key, and says whose fault it is', () => {
    const sealed = vault.seal(owner, credentials)
    expect(() => makeVault(randomBytes(32)).open(owner, sealed)).toThrow('MASTER_KEY')
  })

  it('refuses a master key that is too short', () => {
    expect(() => makeVault(randomBytes(16))).toThrow('32 bytes')
  })
})
