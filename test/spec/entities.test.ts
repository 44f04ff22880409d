import type { User as FirebaseUser } from 'firebase/auth'
import { describe, expect, it } from 'vitest'

import { userFromFirebase } from '../../src/adapters/firebase/user-from-firebase.ts'
import { CONNECTION_TYPES } from '../../src/core/catalog/connections/connection-types.ts'
import type { Field } from '../../src/core/catalog/connections/field.ts'
import { INTEGRATION_TYPES, type IntegrationType } from '../../src/core/catalog/connections/integration-types.ts'
import { maskCredentials } from '../../src/core/catalog/connections/mask-credentials.ts'
import { ADA, openClient, signedInClient } from '../support/open-client.ts'

const names = (fields: readonly Field[]) => fields.map(({ name }) => name)

describe('the signed-in user', () => {
  it('has everything that the identity provider tells', () => {
    const provider = {
      providerId: 'password',
      uid: 'ada@example.com',
      email: 'ada@example.com',
      displayName: 'Ada',
      photoURL: 'https://x.org/a.png',
      phoneNumber: null,
    }
    const told = {
      uid: 'u1',
      email: 'ada@example.com',
      emailVerified: true,
      displayName: 'Ada',
      photoURL: 'https://x.org/a.png',
      phoneNumber: '+44',
      tenantId: 't1',
      isAnonymous: false,
      providerData: [provider],
    }
    const { photoURL, ...rest } = told
    const { photoURL: photo, ...ofProvider } = provider

    expect(userFromFirebase(told as FirebaseUser)).toEqual({
      ...rest,
      photoUrl: photoURL,
      providerData: [{ ...ofProvider, photoUrl: photo }],
    })
  })

  it('comes with access token, refresh token and expiration time', async () => {
    const { identity } = await signedInClient()

    expect(await identity.tokens()).toMatchObject({
      ok: true,
      value: { accessToken: expect.any(String), refreshToken: expect.any(String), expirationTime: expect.any(String) },
    })
  })

  it('is held by the sign-in state, or nobody is', async () => {
    const nobody = await openClient()
    nobody.services.watchSession()
    const somebody = await signedInClient()

    expect(nobody.services.sessionState.get().user).toBeNull()
    expect(somebody.services.sessionState.get().user).toEqual(ADA)
  })
})

describe('organizations', () => {
  it('have id and name, and are held together with the active one', async () => {
    const { services } = await signedInClient()

    expect(services.organizationState.get()).toEqual({
      status: 'loaded',
      organizations: [
        { id: 'org-1', name: 'Analytical Engines' },
        { id: 'org-2', name: 'Difference Engines' },
      ],
      active: { id: 'org-1', name: 'Analytical Engines' },
    })
  })
})

describe('integration types', () => {
  it.each<[IntegrationType, string[], boolean]>([
    ['aws', ['access_key_id', 'secret_access_key', 'region'], false],
    ['google_oauth', ['name'], false],
    ['metronome', ['api_key'], false],
    ['postgres', ['host', 'port', 'user', 'password', 'dbname', 'sslmode'], true],
    ['mysql', ['host', 'port', 'user', 'password', 'database'], true],
    ['sendgrid', ['api_key'], false],
    ['smtp2go', ['api_key'], false],
    ['gcp', ['service_account_key'], false],
  ])('%s has the credential fields %j; merged: %s', (type, fields, merged) => {
    const [own, further] = [fields.length, INTEGRATION_TYPES[type].fields as readonly Field[]]
    expect(names(further).slice(0, own)).toEqual(fields)
    // Others may follow that a host of the specification never hears of, unless a person uses them.
    expect(further.slice(own).filter((field) => !field.optional || 'default' in field)).toEqual([])
    expect(INTEGRATION_TYPES[type].merged).toBe(merged)
  })

  it('are these eight', () => {
    expect(Object.keys(INTEGRATION_TYPES)).toHaveLength(8)
  })

  it.each([
    ['aws', 'secret_access_key', { kind: 'password' }],
    ['aws', 'region', { default: 'us-east-1' }],
    ['postgres', 'port', { kind: 'number' }],
    ['postgres', 'sslmode', { default: 'prefer' }],
    ['gcp', 'service_account_key', { kind: 'multiline' }],
  ] as const)('%s.%s is %j', (type, name, what) => {
    const fields: readonly Field[] = INTEGRATION_TYPES[type].fields

    expect(fields.find((field) => field.name === name)).toMatchObject(what)
  })
})

describe('connection types', () => {
  it.each([
    ['aws_cost_explorer_api', ['aws'], 'source', []],
    ['google_sheets', ['google_oauth'], 'both', ['spreadsheet_id']],
    ['metronome', ['metronome'], 'destination', []],
    ['postgres', ['postgres'], 'both', []],
    ['mysql', ['mysql'], 'both', []],
    ['email', ['sendgrid', 'smtp2go'], 'destination', ['to_email', 'from_email', 'subject', 'message_body']],
    ['bigquery', ['gcp'], 'destination', ['project_id', 'dataset_id', 'gcs_staging_bucket']],
  ] as const)(
    '%s requires %j, is %s by default, and has the config fields %j',
    (type, required, capability, config) => {
      const row = CONNECTION_TYPES[type]

      const [own, further] = [config.length, row.fields as readonly Field[]]
      expect({ required: row.integrations, capability: row.capability }).toEqual({ required, capability })
      expect(names(further).slice(0, own)).toEqual(config)
      expect(further.slice(own).filter((field) => !field.optional || 'default' in field)).toEqual([])
      expect(row.merged).toBe(type === 'postgres' || type === 'mysql')
    },
  )

  it('are these seven', () => {
    expect(Object.keys(CONNECTION_TYPES)).toHaveLength(7)
  })

  it('email has an optional message_body of many lines', () => {
    const fields: readonly Field[] = CONNECTION_TYPES.email.fields

    expect(fields.find(({ name }) => name === 'message_body')).toMatchObject({ optional: true, kind: 'multiline' })
  })
})

describe('stored integration details', () => {
  it.each([
    'password',
    'private_key',
    'secret',
    'token',
    'key',
    'api_key',
    'private_key_id',
    'secret_access_key',
    'service_account_key',
  ])('mask %s as asterisks, whatever the type', (name) => {
    for (const type of Object.keys(INTEGRATION_TYPES) as IntegrationType[]) {
      expect(maskCredentials(type, { [name]: 'in clear' })).toEqual({ [name]: expect.stringMatching(/^\*+$/) })
    }
  })

  it('show what is no secret', () => {
    const shown = { host: 'db', port: 5432, user: 'etl', dbname: 'shop', sslmode: 'prefer' }

    expect(maskCredentials('postgres', shown)).toEqual(shown)
  })
})
