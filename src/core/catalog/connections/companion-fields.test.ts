import { describe, expect, it } from 'vitest'
import { inEnglish } from '../sentence.ts'
import { companionMessage, missingCompanions, movedFor, withoutOrphans } from './companion-fields.ts'
import type { Field } from './field.ts'
import { INTEGRATION_TYPES } from './integration-types.ts'

const fields: readonly Field[] = INTEGRATION_TYPES.postgres.fields
const fieldOf = (name: string) => fields.find((field) => field.name === name) as Field
const missing = (values: object) => {
  const [found] = missingCompanions(fields, values as Readonly<Record<string, unknown>>)
  return found && inEnglish(companionMessage(found))
}

describe('fields that belong to another', () => {
  it.each([
    [{}, undefined],
    [{ sslcert: 'c' }, 'Client key is required'],
    [{ sslkey: 'k' }, 'Client certificate is required'],
    [{ sslcert: 'c', sslkey: 'k' }, undefined],
    [{ sslcert: '', sslkey: null }, undefined],
    [{ ssh_host: 'h' }, 'SSH user is required'],
    [{ ssh_host: 'h', ssh_user: 'u' }, 'SSH password or SSH private key is required'],
    [{ ssh_host: 'h', ssh_user: 'u', ssh_private_key: 'k' }, undefined],
    [{ ssh_password: 'p' }, 'SSH host is required'],
  ])('of %j say what is missing: %s', (values, message) => expect(missing(values)).toBe(message))

  it('go with it', () => {
    expect(withoutOrphans(fields, { sslkey: 'k', host: 'db', unknown: 1 })).toEqual({ host: 'db', unknown: 1 })
    expect(withoutOrphans(fields, { sslcert: 'c', sslkey: 'k' })).toEqual({ sslcert: 'c', sslkey: 'k' })
  })
})

it('a password is asked for again when the server, or who must vouch for it, changes', () => {
  const stored = { host: 'db', port: 5432, sslrootcert: 'a' }
  const moved = (changed: object) =>
    movedFor(fieldOf('password'), { fields, stored, changed: { ...stored, ...changed } })?.name
  expect(moved({ port: '5432', user: '' })).toBeUndefined()
  expect(moved({ ssh_host: 'h' })).toBe('ssh_host')
  expect(moved({ host: 'other' })).toBe('host')
  expect(moved({ sslrootcert: 'b' })).toBe('sslrootcert')
})

it('the secrets of a tunnel are asked for again when the tunnel changes, not the database behind it', () => {
  const moved = (changed: object) =>
    movedFor(fieldOf('ssh_password'), { fields, stored: {}, changed: { ...changed } })?.name
  expect(moved({ host: 'other' })).toBeUndefined()
  expect(moved({ ssh_host_key: 'SHA256:x' })).toBe('ssh_host_key')
})
