import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { MoveRequest } from '../../src/engine/move/run/move-request.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, to } = ends)
})

/** Moves a view whose fourth row cannot be read, and a table that can. */
async function moveBoth(into: Endpoint, targets: readonly [string, string], request: Partial<MoveRequest> = {}) {
  const [broken, whole] = targets
  const moved = [
    { entity: 'public.broken', target: broken, mode: 'replace' },
    { entity: 'public.whole', target: whole, mode: 'replace' },
  ] as const
  const { streams } = await moveAcross(endpointOf(source), into, moved, request)
  return streams.map(({ status, notes = [] }) => ({ status, notes: notes.map(inEnglish) }))
}

const givenSource = () =>
  run(
    source,
    'CREATE VIEW broken AS SELECT n AS id, 1 / (n - 4) AS v FROM generate_series(1, 5) n',
    'CREATE TABLE whole (id int)',
  )

describe('the notes of a stream that failed', () => {
  it('do not say that its table was created in Postgres', async () => {
    await givenSource()
    expect(await moveBoth(endpointOf(destination), ['public.broken', 'public.whole'])).toEqual([
      { status: 'failed', notes: [] },
      { status: 'succeeded', notes: ['public.whole is created together with its rows.'] },
    ])
    expect(await run(destination, "SELECT to_regclass('broken') AS found")).toEqual([{ found: null }])
  })

  it('do not say that its table was created in MySQL', async () => {
    await givenSource()
    const [broken, whole] = await moveBoth(mysqlEndpoint(to), [`${to.database}.broken`, `${to.database}.whole`])
    expect(broken).toEqual({ status: 'failed', notes: [] })
    expect(whole?.notes).toContain(`${to.database}.whole is created together with its rows.`)
    expect(await runMysql(to, "SHOW TABLES LIKE 'broken'")).toEqual([])
  })

  it('say in a dry run what would be created, in Postgres and MySQL', async () => {
    await givenSource()
    const [, whole] = await moveBoth(endpointOf(destination), ['public.broken', 'public.whole'], { dry: true })
    expect(whole?.notes).toEqual(['public.whole would be created together with its rows.'])
    const [, there] = await moveBoth(mysqlEndpoint(to), [`${to.database}.broken`, `${to.database}.whole`], {
      dry: true,
    })
    expect(there?.notes).toContain(`${to.database}.whole would be created together with its rows.`)
  })

  it('say in a dry run what would become of the columns of existing tables, in Postgres and MySQL', async () => {
    await run(source, 'CREATE TABLE wider (id int, note text)')
    await run(destination, 'CREATE TABLE wider (id smallint, own text)')
    await runMysql(to, 'CREATE TABLE wider (id smallint, own text)')
    const notesIn = async (into: Endpoint, target: string) => {
      const stream = {
        entity: 'public.wider',
        target,
        mode: 'replace',
        drift: 'follow',
        change: { kind: 'fit' },
      } as const
      const { streams } = await moveAcross(endpointOf(source), into, [stream], { dry: true })
      return streams.flatMap(({ notes = [] }) => notes.map(inEnglish))
    }
    const left =
      'The source does not have these columns of the target, so they would be empty or have their default: own.'
    expect(await notesIn(endpointOf(destination), 'public.wider')).toEqual([
      'public.wider would get new columns: note (text).',
      'Columns of public.wider would become wider: id (integer). The table may be rewritten; readers would wait meanwhile.',
      left,
    ])
    const [follows, alsoLeft] = await notesIn(mysqlEndpoint(to), `${to.database}.wider`)
    expect(follows).toMatch(/^The columns of \S+ would follow the source: `note` longtext.*`id` int/)
    expect(alsoLeft).toBe(left)
  })

  it('do not say that existing rows gave way', async () => {
    await givenSource()
    await run(destination, 'CREATE TABLE broken (id int, v int, own text)', "INSERT INTO broken VALUES (1, 1, 'x')")
    const [broken] = await moveBoth(endpointOf(destination), ['public.broken', 'public.whole'])
    expect(broken).toEqual({ status: 'failed', notes: [] })
    expect(await run(destination, 'SELECT * FROM broken')).toEqual([{ id: '1', v: '1', own: 'x' }])
  })
})
