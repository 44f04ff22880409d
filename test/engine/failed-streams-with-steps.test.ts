import { expect, it } from 'vitest'

import type { Step } from '../../src/engine/transform/columns/step.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { type Database, moveBetween, problems, replace, run } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

// Nothing that the source could run.
const steps: readonly Step[] = [
  { id: 'c', type: 'compute', settings: { columns: [{ name: 'twice', expression: 'n * 2' }] } },
  { id: 'q', type: 'sql', settings: { query: 'SELECT *, count(*) OVER () AS others FROM input' } },
]
const names = ['a', 'b', 'c', 'd', 'e']
const streams = names.map((name) => replace(`public.${name}`))

const arrived = async (): Promise<readonly string[]> => {
  const found = await Promise.all(names.map((name) => run(destination, `SELECT count(*) AS rows FROM ${name}`)))
  return found.map(([row]) => row?.['rows'] ?? '')
}

const codesOf = (result: Parameters<typeof problems>[0]) => problems(result).map((problem) => problem?.code)

it('one that the destination refuses, and one that cannot be read, leave the steps of the others as they are', async () => {
  await run(source, ...names.map((name) => `CREATE TABLE ${name} AS SELECT n FROM generate_series(1, 20000) n`))
  await run(destination, 'CREATE TABLE a (n int CHECK (n <> 3), twice bigint, others bigint)')
  const salted = { transformations: { steps, salt: '' } }
  expect(codesOf(await moveBetween(source, destination, streams, salted))).toEqual([
    'CONSTRAINT',
    ...names.slice(1).map(() => undefined),
  ])
  expect(await arrived()).toEqual(['0', '20000', '20000', '20000', '20000'])

  await run(destination, 'DROP TABLE a, b, c, d, e')
  await run(
    source,
    'DROP TABLE b',
    'CREATE VIEW b AS SELECT n, 1 / (n - 9000) AS broken FROM generate_series(1, 20000) n',
  )
  const result = await moveBetween(source, destination, streams, salted)
  expect(codesOf(result).map((code) => code === undefined)).toEqual([true, false, true, true, true])
  expect(problems(result)[1]?.code).not.toBe('TRANSFORMATION_FAILED')
})
