import { expect, it } from 'vitest'
import { says } from '../../../../../test/support/says.ts'
import { inEnglish, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../../../ports/connector.ts'
import { postgresProblem } from './postgres-problem.ts'

const serverError = (code: string, message = 'said the server') =>
  Object.assign(new Error(message), { code, severity: 'ERROR' })

it.each([
  ['57P01', 'CONNECTION_LOST', true],
  ['57P03', 'SERVER_STARTING', true],
  ['08006', 'CONNECTION_LOST', true],
  ['28P01', 'PASSWORD_REFUSED', false],
  ['28000', 'ACCESS_REFUSED', false],
  ['3D000', 'DATABASE_NOT_FOUND', false],
  ['42P01', 'ENTITY_NOT_FOUND', false],
  ['42703', 'SCHEMA_CHANGED', false],
  ['42501', 'PERMISSION_MISSING', false],
  ['53100', 'DISK_FULL', true],
  ['53200', 'SERVER_OVERLOADED', true],
  ['53300', 'TOO_MANY_CONNECTIONS', true],
  ['54011', 'LIMIT_EXCEEDED', false],
  ['55P03', 'TABLE_BUSY', true],
  ['40P01', 'CONFLICT', true],
  ['40001', 'CONFLICT', true],
  ['22P05', 'VALUE_NOT_TEXT', false],
  ['22021', 'VALUE_NOT_TEXT', false],
  ['22003', 'VALUE_REFUSED', false],
  ['23502', 'CONSTRAINT', false],
  ['23505', 'CONSTRAINT', false],
  ['23514', 'CONSTRAINT', false],
  ['2BP01', 'TARGET_CHANGED', true],
  ['57014', 'QUERY_CANCELLED', true],
  ['25006', 'READ_ONLY', true],
  ['ECONNRESET', 'CONNECTION_LOST', true],
  ['EPIPE', 'CONNECTION_LOST', true],
  ['XX000', 'DATABASE_ERROR', false],
])('explains %s as %s', (state, code, retryable) => {
  const problem = postgresProblem(serverError(state))
  expect(problem).toMatchObject({ code, retryable })
  expect(inEnglish(problem.message)).not.toContain('%')
})

it('says that the name in a trigger needs its schema', () => {
  const error = serverError('42P01', 'relation "log" does not exist')
  const problem = postgresProblem(Object.assign(error, { where: 'PL/pgSQL function f() line 1 at SQL statement' }))
  expect(problem.code).toBe('ENTITY_NOT_FOUND')
  expect(inEnglish(problem.message)).toMatch(
    /^A trigger or a function of the database does not find a table: relation "log"/,
  )
  expect(problem.hint && inEnglish(problem.hint)).toContain('search_path')
})

it('tells the two ends apart where that matters', () => {
  expect(postgresProblem(serverError('57P01'), 'source')).toMatchObject({ code: 'SOURCE_CONNECTION_LOST' })
  expect(postgresProblem(serverError('ECONNRESET'), 'destination')).toMatchObject({
    code: 'DESTINATION_CONNECTION_LOST',
    message: says('The connection to the destination server was lost.'),
  })
  expect(postgresProblem(serverError('23505'), 'source')).toMatchObject({ code: 'CONSTRAINT' })
})

it('shows what the server said without the password, without control characters and at most 2 KB of it', () => {
  const { message } = postgresProblem(
    serverError('XX000', `bad\u001b[31m\r\nhunter2 $& ${'x'.repeat(9_999)}`),
    undefined,
    'hunter2',
  )
  const english = inEnglish(message)
  expect(english).toMatch(/^SQLSTATE XX000: bad \[31m ?\*{8} \$& x+$/)
  expect(english.length).toBe(2_000)
})

it.each([
  ['42501', 'permission denied for table my orders', {}, { kind: 'table', name: 'my orders' }],
  ['42501', 'must be owner of materialized view totals', {}, { kind: 'table', name: 'totals', right: 'OWNER' }],
  ['42501', 'permission denied for schema bi', {}, { kind: 'schema', name: 'bi' }],
  ['42501', 'permission denied for database shop', {}, { kind: 'database', name: 'shop', right: 'CREATE' }],
  [
    '42501',
    'keine Berechtigung für Datenbank »my shop«',
    { routine: 'CheckMyDatabase' },
    { kind: 'database', name: 'my shop', right: 'CONNECT' },
  ],
  [
    '42501',
    'droit refusé pour créer des tables temporaires dans la base de données « shop »',
    { routine: 'InitTempTableNamespace' },
    { kind: 'database', name: 'shop', right: 'TEMPORARY' },
  ],
  ['42501', 'keine Berechtigung für Tabelle orders', {}, undefined],
  ['3D000', 'Datenbank »Shop« existiert nicht', {}, { kind: 'database', name: 'Shop' }],
  ['3F000', 'Schema »bi« existiert nicht', {}, { kind: 'schema', name: 'bi', missing: true }],
  [
    '23502',
    'NULL-Wert in Spalte »a, b« verletzt Not-Null-Constraint',
    { schema: 'bi', table: 'my orders', column: 'a, b' },
    { kind: 'table', schema: 'bi', name: 'my orders', columns: ['a, b'] },
  ],
  [
    '23502',
    'NULL-Wert in Spalte »a« verletzt Not-Null-Constraint',
    { schema: 'bi', table: '_millrace_0123', column: 'a' },
    { kind: 'table', columns: ['a'] },
  ],
  ['28000', 'role "Reader" is not permitted to log in', {}, { kind: 'account', name: 'Reader' }],
  [
    '28000',
    'kein pg_hba.conf-Eintrag für Host »10.0.0.7«, Benutzer »reader«, Datenbank »shop«, SSL-Verschlüsselung',
    { link: 'tls' },
    { kind: 'login', name: 'reader', address: '10.0.0.7', database: 'shop', link: 'hostssl' },
  ],
])('names what %s is about, whatever language the server speaks: %s', (state, message, fields, object) => {
  expect(postgresProblem(Object.assign(serverError(state, message), fields)).object).toEqual(object)
})

it('leaves problems alone that are explained already, and notes the end', () => {
  const problem: Problem = { code: 'FENCED', message: sentence`x`, retryable: false }
  expect(postgresProblem(new ConnectorError(problem))).toEqual(problem)
  expect(postgresProblem(new ConnectorError(problem), 'source')).toEqual({ ...problem, side: 'source' })
})
