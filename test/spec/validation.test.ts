import { describe, expect, it } from 'vitest'

import { CONNECTION_TYPES } from '../../src/core/catalog/connections/connection-types.ts'
import { type Field, messageFor } from '../../src/core/catalog/connections/field.ts'
import { INTEGRATION_TYPES } from '../../src/core/catalog/connections/integration-types.ts'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { checkField } from '../../src/ui/catalog/check-field.ts'
import { loadI18n } from '../../src/ui/i18n/locale.ts'
import { signedInClient } from '../support/open-client.ts'

/** Section 5: which message belongs to which type follows its field. */
const REQUIRED = {
  aws: {
    access_key_id: 'Access Key ID is required',
    secret_access_key: 'Secret Access Key is required',
    region: 'Region is required',
  },
  google_oauth: { name: 'Connection name is required' },
  metronome: { api_key: 'API Key is required' },
  sendgrid: { api_key: 'API Key is required' },
  smtp2go: { api_key: 'API Key is required' },
  postgres: {
    host: 'Host is required',
    port: 'Port is required',
    user: 'User is required',
    password: 'Password is required',
    dbname: 'Database name is required',
    sslmode: 'SSL mode is required',
  },
  mysql: {
    host: 'Host is required',
    port: 'Port is required',
    user: 'User is required',
    password: 'Password is required',
    database: 'Database name is required',
  },
  gcp: { service_account_key: 'Service Account Key is required' },
  google_sheets: { spreadsheet_id: 'Spreadsheet ID is required' },
  email: {
    to_email: 'To Email is required',
    from_email: 'From Email is required',
    subject: 'Subject is required',
  },
  bigquery: {
    project_id: 'Project ID is required',
    dataset_id: 'Dataset ID is required',
    gcs_staging_bucket: 'GCS Staging Bucket is required',
  },
}

const fieldsOf = (type: string): readonly Field[] => [
  ...(INTEGRATION_TYPES[type as keyof typeof INTEGRATION_TYPES]?.fields ?? []),
  ...(CONNECTION_TYPES[type as keyof typeof CONNECTION_TYPES]?.fields ?? []),
]

const MESSAGES = Object.entries(REQUIRED).flatMap(([type, fields]) =>
  Object.entries(fields).map(([name, message]) => [type, name, message] as const),
)

describe('required fields', () => {
  it.each(MESSAGES)('of %s: %s – %s', async (type, name, message) => {
    const field = fieldsOf(type).find((candidate) => candidate.name === name)
    if (!field) throw new Error('no such field')
    const i18n = await loadI18n('en')

    expect([checkField(i18n, field, ''), checkField(i18n, field, undefined)]).toEqual([message, message])
    expect(inEnglish(messageFor(field, 'required'))).toBe(message)
  })

  it('are all that is required: message_body is optional', async () => {
    const i18n = await loadI18n('en')
    const types = [...Object.keys(INTEGRATION_TYPES), ...Object.keys(CONNECTION_TYPES)]

    const required = new Set(
      types.flatMap((type) =>
        fieldsOf(type)
          .filter((field) => checkField(i18n, field, '') !== true)
          .map(({ name }) => `${type}.${name}`),
      ),
    )

    expect(required).toEqual(new Set(MESSAGES.map(([type, name]) => `${type}.${name}`)))
    expect(fieldsOf('email').map(({ name }) => name)).toContain('message_body')
  })
})

describe('adding a connection that is not merged', () => {
  const draft = { name: 'Sheet', type: 'google_sheets', config: { spreadsheet_id: 's' } } as const

  it.each([undefined, ''])('requires an integration id (%o)', async (integrationId) => {
    const client = await signedInClient()

    await client.services.addConnection(integrationId === undefined ? draft : { ...draft, integrationId })

    expect(client.said()).toEqual([{ type: 'negative', text: 'Integration ID is required for this connection type' }])
    expect(client.made()).toEqual([])
  })

  it('requires that the integration exists', async () => {
    const client = await signedInClient()

    await client.services.addConnection({ ...draft, integrationId: 'nowhere' })

    expect(client.said()).toEqual([{ type: 'negative', text: 'Integration not found' }])
    expect(client.api.calls.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})

it.each([
  ['google_sheets', ['sheets.Orders', 'mart.sales']],
  ['postgres', ['Orders', 'mart.sales']],
])('names the discovered entities of %s %j', async (type, names) => {
  const client = await signedInClient()

  const discovered = await client.services.discoverConnection({ id: 'c1', type })

  expect(discovered.ok && discovered.value.map(({ name }) => name)).toEqual(names)
})
