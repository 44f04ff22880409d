import { describe, expect, it } from 'vitest'
import { says } from '../../../test/support/says.ts'
import {
  CONNECTION_TYPES,
  comparesRows,
  dollarsPerRequest,
  executesSql,
  findsVanished,
  hasChangeLog,
  hasZeroDates,
  isMerged,
  isPaced,
  isReadWhole,
  mappedFieldsOf,
  mayHaveCapability,
  modesOf,
  passesOwnTypes,
  RUN_MODES,
  sendsMails,
  sumsValues,
  takesChanges,
  writeModesOf,
} from './connections/connection-types.ts'
import { type Field, messageFor, problemWith } from './connections/field.ts'
import { INTEGRATION_TYPES } from './connections/integration-types.ts'
import { isMask } from './connections/mask.ts'
import { maskCredentials } from './connections/mask-credentials.ts'
import { highestRole, isAllowed, limitRoles, mayGrant, PERMISSIONS, type Permission, type Role } from './permissions.ts'
import { planOf } from './plans.ts'
import { canTransitionTo, isFinal, RUN_STATUSES, statusesBefore } from './runs/run-states.ts'
import { inEnglish, sentence } from './sentence.ts'
import { defaultSettings } from './transformations/transformation-settings.ts'
import { transformationTypeOf } from './transformations/transformation-types.ts'

const required = (fields: readonly Field[]) =>
  fields.flatMap((field) => {
    const problem = problemWith(field, '')
    return problem ? [inEnglish(messageFor(field, problem))] : []
  })

describe('fields', () => {
  it.each<[keyof typeof INTEGRATION_TYPES, string[]]>([
    ['aws', ['Access Key ID is required', 'Secret Access Key is required', 'Region is required']],
    ['google_oauth', ['Connection name is required']],
    ['metronome', ['API Key is required']],
    ['sendgrid', ['API Key is required']],
    ['smtp2go', ['API Key is required']],
    ['gcp', ['Service Account Key is required']],
    [
      'postgres',
      [
        'Host is required',
        'Port is required',
        'User is required',
        'Password is required',
        'Database name is required',
        'SSL mode is required',
      ],
    ],
    [
      'mysql',
      ['Host is required', 'Port is required', 'User is required', 'Password is required', 'Database name is required'],
    ],
  ])('of %s say what is missing', (type, messages) => {
    expect(required(INTEGRATION_TYPES[type].fields)).toEqual(messages)
  })

  it.each<[keyof typeof CONNECTION_TYPES, string[]]>([
    ['google_sheets', ['Spreadsheet ID is required']],
    ['email', ['To Email is required', 'From Email is required', 'Subject is required']],
    ['bigquery', ['Project ID is required', 'Dataset ID is required', 'GCS Staging Bucket is required']],
    ['postgres', []],
    ['aws_cost_explorer_api', []],
  ])('of a %s connection say what is missing, and let the message body be', (type, messages) => {
    expect(required(CONNECTION_TYPES[type].fields)).toEqual(messages)
  })

  it.each([
    ['port', 5432, undefined],
    ['port', '5432', undefined],
    ['port', '0', 'Port must be a whole number from 1 to 65535'],
    ['port', '65536', 'Port must be a whole number from 1 to 65535'],
    ['port', 'five', 'Port must be a whole number from 1 to 65535'],
    ['host', '   ', 'Host is required'],
    ['host', null, 'Host is required'],
    ['host', 7, 'Host must be text'],
    ['host', 'db.example', undefined],
    ['host', ' db.example.com ', undefined],
    ['host', 'münchen.example', undefined],
    ['host', '127.0.0.1', undefined],
    ['host', '::1', undefined],
    ['host', '[fe80::1]', undefined],
    [
      'host',
      'postgres://ada@db.example/shop',
      'Host must be only a host name or an address, such as db.example.com, without a scheme, a port or a path',
    ],
    [
      'host',
      'db.example:5432',
      'Host must be only a host name or an address, such as db.example.com, without a scheme, a port or a path',
    ],
    [
      'host',
      'db.example/shop',
      'Host must be only a host name or an address, such as db.example.com, without a scheme, a port or a path',
    ],
    [
      'host',
      'two hosts',
      'Host must be only a host name or an address, such as db.example.com, without a scheme, a port or a path',
    ],
    ['host', 'db.example\nother', 'Host must be one line without control characters'],
    ['password', 'with\0zero', 'Password must be one line without control characters'],
    ['sslmode', 'verify-full', undefined],
    ['sslmode', 'sometimes', 'SSL mode must be one of disable, allow, prefer, require, verify-ca, verify-full'],
  ])('judge %s = %j', (name, value, message) => {
    const field: Field | undefined = INTEGRATION_TYPES.postgres.fields.find((candidate) => candidate.name === name)
    const problem = field && problemWith(field, value)

    expect(field && problem && inEnglish(messageFor(field, problem))).toBe(message)
  })

  it.each([
    ['{}', false],
    ['not JSON', false],
    ['{"type":"authorized_user","client_id":"x"}', false],
    ['{"client_email":"a@b.example","private_key":"x"}', true],
    ['********', true],
  ])('take %s for the key of a service account: %s', (value, isOne) => {
    const [field] = INTEGRATION_TYPES.gcp.fields
    expect(problemWith(field, value)).toBe(isOne ? undefined : 'not-a-service-account')
  })

  const pem = (kind: string, text = 'MIIB') => `-----BEGIN ${kind}-----\n${text}\n-----END ${kind}-----\n`
  it.each([
    ['sslrootcert', pem('CERTIFICATE'), undefined],
    ['sslrootcert', `subject=CN = us\n${pem('CERTIFICATE')}${pem('CERTIFICATE')}`, undefined],
    ['sslrootcert', pem('PRIVATE KEY'), 'CA certificate must be in PEM form'],
    ['sslcert', 'MIIB', 'Client certificate must be in PEM form'],
    ['sslkey', pem('PRIVATE KEY'), undefined],
    ['sslkey', pem('EC PRIVATE KEY'), undefined],
    ['sslkey', pem('CERTIFICATE'), 'Client key must be a private key, from'],
    ['sslkey', pem('ENCRYPTED PRIVATE KEY'), 'Client key must be a private key without a passphrase'],
    [
      'sslkey',
      pem('RSA PRIVATE KEY', 'Proc-Type: 4,ENCRYPTED'),
      'Client key must be a private key without a passphrase',
    ],
    ['sslkey', '********', undefined],
    ['ssh_private_key', pem('OPENSSH PRIVATE KEY'), undefined],
    ['ssh_private_key', pem('ENCRYPTED PRIVATE KEY'), undefined],
    ['ssh_private_key', 'ssh-ed25519 AAAA', 'SSH private key must be a private key, from'],
    ['ssh_host_key', ` SHA256:${'a'.repeat(43)} `, undefined],
    ['ssh_host_key', 'SHA256:abc', 'SSH host key must be a fingerprint'],
  ])('judge %s = %j', (name, value, message) => {
    const field = INTEGRATION_TYPES.mysql.fields.find((candidate) => candidate.name === name) as Field
    const problem = problemWith(field, value)
    if (message === undefined) expect(problem).toBeUndefined()
    else expect(problem && inEnglish(messageFor(field, problem))).toContain(message)
  })

  it('name what may be chosen only where something may', () => {
    expect(messageFor({ name: 'x', label: sentence`X`, kind: 'text', secret: false }, 'not-an-option')).toEqual(
      says('X must be one of '),
    )
  })

  it('accept an optional text of spaces', () => {
    expect(
      problemWith({ name: 'x', label: sentence`X`, kind: 'multiline', secret: false, optional: true }, ' '),
    ).toBeUndefined()
  })
})

describe('connection types', () => {
  it('are merged for databases alone', () => {
    expect((Object.keys(CONNECTION_TYPES) as (keyof typeof CONNECTION_TYPES)[]).filter(isMerged)).toEqual([
      'postgres',
      'mysql',
    ])
  })

  it.each([
    ['postgres', 'source', true],
    ['postgres', 'both', true],
    ['bigquery', 'destination', true],
    ['bigquery', 'source', false],
    ['aws_cost_explorer_api', 'both', false],
  ] as const)('%s may be a %s: %s', (type, capability, may) => expect(mayHaveCapability(type, capability)).toBe(may))
})

describe('masks', () => {
  it('hide whatever is not known to be public', () => {
    expect(maskCredentials('aws', { access_key_id: 'AKIA', secret_access_key: 's', session_token: 't' })).toEqual({
      access_key_id: 'AKIA',
      secret_access_key: '********',
      session_token: '********',
    })
  })

  it.each([
    ['********', true],
    ['*', true],
    ['', false],
    ['*a*', false],
    [7, false],
  ])('%j is a mask: %s', (value, is) => expect(isMask(value)).toBe(is))
})

describe('permissions', () => {
  it('come from the highest role', () => {
    expect(highestRole(['viewer', 'admin'])).toBe('admin')
    expect(highestRole(['stranger'])).toBeUndefined()
    expect(isAllowed(['viewer', 'editor'], 'flow.run')).toBe(true)
    expect(isAllowed(['viewer'], 'flow.run')).toBe(false)
    expect(isAllowed(['stranger'], 'flow.read')).toBe(false)
  })

  it('let a program do no more than its maker', () => {
    expect(limitRoles(['admin', 'viewer'], ['editor'])).toEqual(['editor', 'viewer'])
    expect(limitRoles(['admin'], ['owner'])).toEqual(['admin'])
    expect(limitRoles(['admin'], [])).toEqual([])
  })

  it('let a runner do what a viewer does, run and cancel, and nothing else', () => {
    const allowed = (role: Role) =>
      (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => isAllowed([role], permission))
    expect(allowed('runner')).toEqual(expect.arrayContaining(allowed('viewer')))
    expect(allowed('runner').filter((permission) => !isAllowed(['viewer'], permission))).toEqual([
      'flow.run',
      'run.cancel',
    ])
  })

  it.each([
    ['owner', 'owner', true],
    ['admin', 'owner', false],
    ['admin', 'admin', true],
    ['editor', 'viewer', false],
    ['stranger', 'viewer', false],
  ] as const)('let a member who is %s give the role %s: %s', (own, granted, may) =>
    expect(mayGrant([own], granted)).toBe(may),
  )
})

describe('run states', () => {
  it('never leave a final one', () => {
    const final = RUN_STATUSES.filter(isFinal)

    expect(final).toEqual(['succeeded', 'partially_succeeded', 'failed', 'cancelled'])
    for (const from of final) for (const to of RUN_STATUSES) expect(canTransitionTo(from, to)).toBe(false)
  })

  it('commit only what was running', () => {
    expect(statusesBefore('committing')).toEqual(['running', 'committing'])
    expect(canTransitionTo('queued', 'committing')).toBe(false)
  })
})

describe('plans', () => {
  it('are found by their id', () => {
    expect(planOf('team').name).toBe('Team')
  })

  it('are the free one for whoever has a plan that is no longer offered', () => {
    expect(planOf('gold').name).toBe('Free')
  })
})

describe('a new step', () => {
  const settingsOf = (type: string) => defaultSettings(transformationTypeOf(type)?.settings ?? [])

  it('begins with the first choice, a number that works, and a line to fill in', () => {
    expect(settingsOf('limit')).toEqual({ rows: 1000 })
    expect(settingsOf('sort')).toEqual({ by: [{ direction: 'ascending' }] })
    expect(settingsOf('join')).toEqual({ rows: 'all', on: [{}] })
  })

  it('leaves what has to be typed or may be left out to the person', () => {
    expect(settingsOf('filter')).toEqual({})
    expect(settingsOf('select')).toEqual({})
  })
})

it('a mirror follows a database with a log into one that takes its changes, and is a mode only there', () => {
  expect(writeModesOf('postgres', 'postgres')).toEqual(['replace', 'append', 'upsert', 'mirror'])
  for (const source of ['postgres', 'mysql'])
    for (const destination of ['postgres', 'mysql', 'bigquery'])
      expect(writeModesOf(source, destination)).toContain('mirror')
  expect(['postgres', 'mysql', 'bigquery', 'fax'].map(isPaced)).toEqual([false, false, true, false])
  for (const [source, destination] of [
    ['google_sheets', 'postgres'],
    ['bigquery', 'postgres'],
    ['fax', 'fax'],
  ] as const)
    expect(writeModesOf(source, destination)).toEqual(modesOf(destination))
})

it('each type says what its systems can do', () => {
  const can = (type: string) =>
    [executesSql, sumsValues, comparesRows, isReadWhole, findsVanished, sendsMails, hasChangeLog, takesChanges].map(
      (has) => has(type),
    )
  expect(can('postgres')).toEqual([true, true, true, false, true, false, true, true])
  expect(can('google_sheets')).toEqual([false, true, false, true, false, false, false, false])
  expect(can('email')).toEqual([false, false, false, false, false, true, false, false])
  expect(can('fax')).toEqual(Array.from({ length: 8 }, () => false))
})

describe('a connection type that this version does not know', () => {
  it('is offered every way to write, and nothing that only some systems have', () => {
    expect(modesOf('fax')).toEqual(RUN_MODES)
    expect(mappedFieldsOf('fax')).toEqual([])
    expect(hasZeroDates('fax')).toBe(false)
    expect(passesOwnTypes('fax', 'fax')).toBe(false)
    expect(dollarsPerRequest('fax')).toBe(0)
  })
})

it('a megabyte of beginnings of keys is refused at once', () => {
  const key = '-----BEGIN PRIVATE KEY-----\n'.repeat(35_000)
  const field = INTEGRATION_TYPES.postgres.fields.find(({ name }) => name === 'ssh_private_key') as Field
  const begun = performance.now()
  expect(problemWith(field, key)).toBe('not-a-private-key')
  expect(performance.now() - begun).toBeLessThan(1_000)
})
