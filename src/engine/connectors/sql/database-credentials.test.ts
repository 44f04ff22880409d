import { expect, it } from 'vitest'

import { databaseCredentials } from './database-credentials.ts'

const stored = { host: 'db', port: '3306', user: 'etl', password: 'pw', database: 'shop' }
/** The default encryption of connections from before the setting existed. */
const tls = { sslmode: 'prefer', authority: undefined, identity: undefined }
const endpoint = (credentials: Record<string, unknown>) => ({ integration: 'mysql', credentials, config: {} }) as const

it('takes the fields of the form and nothing else that a document may hold', () => {
  const smuggled = { socketPath: '/var/run/mysqld.sock', flags: ['+LOCAL_FILES'], ssl: {}, multipleStatements: true }
  expect(databaseCredentials(endpoint({ ...stored, ...smuggled }), 'database')).toEqual({ ...stored, port: 3306, tls })
})

it.each(['host', 'port', 'user', 'database', 'password'])('names the field that is not valid: %s', (field) => {
  expect(() => databaseCredentials(endpoint({ ...stored, [field]: { sql: 1 } }), 'database')).toThrow(field)
})
