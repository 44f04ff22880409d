import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { says } from '../support/says.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { type Database, moveBetween, run } from './move-between.ts'

let source: Database
let destination: Database
let folder: string
let file: string

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-files-'))
  await chmod(folder, 0o755)
  file = join(folder, 'orders.csv')
  await write(Array.from({ length: 500 }, (_, n) => `${n + 1},"te,xt ""${n}""\nline",${n % 3 ? n / 4 : ''}`))
  await run(
    source,
    'CREATE EXTENSION file_fdw',
    'CREATE SERVER files FOREIGN DATA WRAPPER file_fdw',
    `CREATE FOREIGN TABLE f (id int, note text, n numeric) SERVER files OPTIONS (filename '${file}', format 'csv', header 'true')`,
  )
})
afterEach(() => rm(folder, { recursive: true }))

async function write(lines: readonly string[]): Promise<void> {
  await writeFile(file, ['id,note,n', ...lines, ''].join('\n'))
  await chmod(file, 0o644)
}

const moved = async (stream: Partial<StreamRequest> = {}) =>
  (await moveBetween(source, destination, [{ entity: 'public.f', target: 'public.t', mode: 'replace', ...stream }]))
    .streams[0]

const SUM = (table: string) => `SELECT count(*) AS rows, sum(hashtext(x::text)::bigint) AS hash FROM ${table} x`

it.each([
  [{ mode: 'replace' }, 'counted'],
  [{ mode: 'append', cursor: { column: 'id' } }, 'counted'],
  [{ mode: 'upsert', key: ['id'] }, 'counted'],
  [{ mode: 'replace', verify: 'values' }, 'verified'],
] as const)('a file that Postgres reads as a table arrives whole: %o', async (stream, state) => {
  expect(await moved(stream)).toMatchObject({ status: 'succeeded', rowsWritten: 500, check: { state, counted: 500 } })
  expect(await run(destination, SUM('t'))).toEqual(await run(source, SUM('f')))
})

it('a line that does not fit names the file’s line, and the old rows stay', async () => {
  await moved()
  await write(['1,a,1', 'x,b,2'])
  expect(await moved()).toMatchObject({
    status: 'failed',
    error: { code: 'VALUE_REFUSED', message: says(expect.stringContaining('line 3, column id')) },
  })
  expect(await run(destination, 'SELECT count(*) AS rows FROM t')).toEqual([{ rows: '500' }])
})

it('a file that is gone ends the stream with its name, and the old rows stay', async () => {
  await moved()
  await rm(file)
  expect(await moved()).toMatchObject({
    status: 'failed',
    error: { message: says(expect.stringContaining('orders.csv')) },
  })
  expect(await run(destination, 'SELECT count(*) AS rows FROM t')).toEqual([{ rows: '500' }])
})
