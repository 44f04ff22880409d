import { dirname } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { findMariadb } from '../../src/stand-ins/find-mariadb.ts'
import { startMariadbStandIn } from '../../src/stand-ins/mariadb.ts'
import { mariadbBinaries } from '../support/mariadb/mariadb-binaries.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { makeScratchFolder } from '../support/scratch-folder.ts'

const before = { ...process.env }
const folder = makeScratchFolder('mysql-stand-in')

// As if the server were installed: on the PATH, with its libraries.
beforeAll(() => {
  const { server, env } = mariadbBinaries(folder)
  Object.assign(process.env, env, { PATH: `${dirname(server)}:${process.env['PATH']}` })
})
afterAll(() => {
  process.env = before
})

it('the stand-in for MySQL has a shop, keeps what is written, and lets in whoever has the latest password', async () => {
  const place = { folder: `${folder}/shop` }
  const count = async ({ credentials }: Awaited<ReturnType<typeof startMariadbStandIn>>) =>
    (await runMysql(credentials as unknown as MysqlDatabase, 'SELECT COUNT(*) AS n FROM orders'))[0]?.['n']

  const first = await startMariadbStandIn(place)
  expect(Number(await count(first))).toBe(1000)
  await runMysql(first.credentials as unknown as MysqlDatabase, 'DELETE FROM customers')
  await runMysql(first.credentials as unknown as MysqlDatabase, "INSERT INTO orders VALUES (2000, 1, 5, 'paid', NOW())")
  await first.stop()

  const again = await startMariadbStandIn(place)
  try {
    expect(Number(await count(again))).toBe(1001)
    await expect(
      count({ ...again, credentials: { ...again.credentials, password: first.credentials['password'] } }),
    ).rejects.toThrow(/Access denied/)
  } finally {
    await again.stop()
  }
}, 60_000)

it('is not there where MariaDB is not', () => {
  expect(findMariadb('/nowhere')?.server).not.toBe('/nowhere/mariadbd')
})
