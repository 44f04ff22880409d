import { expect, it } from 'vitest'

import { aConnection } from '../../../test/support/builders.ts'
import { integrationTypeOf } from '../integrations/integration-type-of.ts'
import { isDestination, isSource } from './connection.ts'
import { problemOf } from './connection-test.ts'
import { connectionTypeOf } from './connection-type-of.ts'

it('describes the types of the catalog', () => {
  expect(connectionTypeOf('bigquery')).toMatchObject({ label: 'BigQuery', capability: 'destination' })
  expect(integrationTypeOf('gcp')).toMatchObject({ label: 'Google Cloud', merged: false })
})

it('shows a type that only a newer server knows by its name', () => {
  expect(connectionTypeOf('toString')).toEqual({
    label: 'toString',
    integrations: [],
    merged: false,
    capability: 'both',
    fields: [],
  })
  expect(integrationTypeOf('snowflake')).toEqual({ label: 'snowflake', merged: false, fields: [] })
})

it.each([
  ['source', true, false],
  ['destination', false, true],
  ['both', true, true],
] as const)(
  'lists a connection of capability %s as source: %s, as destination: %s',
  (capability, source, destination) => {
    const connection = aConnection({ capability })

    expect([isSource(connection), isDestination(connection)]).toEqual([source, destination])
  },
)

it('finds the first problem of a test', () => {
  const problem = { code: 'REFUSED', message: 'Nobody listens there' }

  expect(
    problemOf([
      { stage: 'name', status: 'passed', milliseconds: 1 },
      { stage: 'port', status: 'failed', milliseconds: 2, problem },
    ]),
  ).toBe(problem)
  expect(problemOf([])).toBeUndefined()
})
