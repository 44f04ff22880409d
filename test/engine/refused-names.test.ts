import { describe, expect, it } from 'vitest'

import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { says } from '../support/says.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from, to } = ends)
})

const NAMES = {
  postgres: ['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid'],
  mysql: ['DB_ROW_ID', 'db_trx_id', 'Db_Roll_Ptr', 'FTS_DOC_ID', 'fts_doc_id'],
} as const

describe.each([
  ['postgres', NAMES.postgres],
  ['mysql', NAMES.mysql],
] as const)('columns that %s needs for itself', (system, names) => {
  const target = () => (system === 'postgres' ? endpointOf(destination) : mysqlEndpoint(to))
  const stream = (over: Partial<StreamRequest> = {}): StreamRequest => ({
    entity: system === 'postgres' ? `${from.database}.t` : 'public.t',
    target: system === 'postgres' ? 'public.t' : `${to.database}.t`,
    mode: 'replace',
    ...over,
  })
  const reader = () => (system === 'postgres' ? mysqlEndpoint(from) : endpointOf(source))

  it.each(names)('refuses %s before rows are read, with the way out, also in a dry run', async (name) => {
    if (system === 'postgres') await runMysql(from, `CREATE TABLE t (id int PRIMARY KEY, \`${name}\` int)`)
    else await run(source, `CREATE TABLE t (id int PRIMARY KEY, "${name}" int)`)
    for (const mode of ['replace', 'append', 'upsert'] as const)
      for (const dry of [false, true]) {
        const { streams } = await moveAcross(reader(), target(), [stream({ mode })], dry ? { dry } : {})
        expect(streams).toMatchObject([{ rowsRead: 0, error: { code: 'NAME_NOT_POSSIBLE' } }])
        expect(streams[0]?.error?.message).toEqual(says(expect.stringContaining(`: ${name}.`)))
        expect(streams[0]?.error?.hint).toEqual(says(expect.stringContaining('(rename)')))
      }
  })

  it('refuses a column for marks of that name', async () => {
    const [name] = names
    await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY)')
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY)')
    const marked = stream({ mode: 'upsert', vanished: { limit: 50, column: name } })
    expect((await moveAcross(reader(), target(), [marked])).streams).toMatchObject([
      { error: { code: 'NAME_NOT_POSSIBLE' } },
    ])
  })
})

it('refuses a system column that a step makes', async () => {
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (1)')
  const rename = { id: 'r', type: 'rename', settings: { columns: [{ column: 'id', to: 'ctid' }] } } as const
  const stream = { entity: 'public.t', mode: 'replace' } as const
  const transformations = { steps: [rename], salt: '' }
  expect(
    (await moveAcross(endpointOf(source), endpointOf(destination), [stream], { transformations })).streams,
  ).toMatchObject([{ rowsRead: 0, error: { code: 'NAME_NOT_POSSIBLE' } }])
})
