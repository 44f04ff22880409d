import { expect, it } from 'vitest'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { says } from '../support/says.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { startMirrorIntoMysql } from './mirror-into-mysql-support.ts'
import { LOGICAL } from './mirror-support.ts'
import { type Database, endpointOf, run } from './move-between.ts'

let source: Database
let to: MysqlDatabase

givenBothSystems(
  (ends) => {
    ;({ source, to } = ends)
  },
  { settings: LOGICAL },
)

/** The first comparison of a table without a key, after a value was altered at the destination. */
async function proofOf(columns: string, values: string, alter: string) {
  await run(
    source,
    `CREATE TABLE k (${columns})`,
    'ALTER TABLE k REPLICA IDENTITY FULL',
    `INSERT INTO k VALUES (${values})`,
  )
  const due: string[] = []
  const mirror = await startMirrorIntoMysql(endpointOf(source), to, { 'public.k': 'k' }, { due: () => due })
  await mirror.caughtUp()
  await runMysql(to, `UPDATE k SET ${alter}`)
  due.push('public.k')
  await expect.poll(() => mirror.proofs.length > 0, { timeout: 30_000 }).toBe(true)
  await mirror.stop()
  return mirror.proofs[0]
}

it('a table without a key is not called equal where a column cannot be summed by both systems', async () => {
  const proof = await proofOf('a int, d interval', `1, '1 day'`, `d = '9 days'`)
  expect(proof?.difference).toBeUndefined()
  expect(proof?.problem).toMatchObject({
    code: 'VERIFY_NOT_SUPPORTED',
    message: says(expect.stringMatching(/no common sum of d\.$/)),
  })
})

it('and what can be summed is found to differ', async () => {
  const proof = await proofOf('a int, d interval', `1, '1 day'`, 'a = 2')
  expect(proof?.difference).toMatchObject({ changed: 1, isUnlocated: true })
})
