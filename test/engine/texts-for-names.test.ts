import { expect, it } from 'vitest'

import { inEnglish, sentence } from '../../src/core/catalog/sentence.ts'
import { copyMends } from '../../src/core/mends/copy-mends.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { type Database, endpointOf, moveBetween, problems, run } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

const TABLE = 'public.my orders'

it.each<[string, Partial<StreamRequest>, string]>([
  ['a unique index that is missing', { mode: 'upsert', key: ['a, b'] }, '"a, b" int, note text'],
  ['NULL that is not allowed', { mode: 'append' }, '"a, b" int, note text NOT NULL'],
])('the text to copy mends a table and a column with any name: %s', async (_, settings, columns) => {
  const writer = `writer_of_names_${destination.database}`
  await run(source, 'CREATE TABLE "my orders" ("a, b" int, note text)', 'INSERT INTO "my orders" VALUES (1, NULL)')
  await run(
    destination,
    `CREATE TABLE "my orders" (${columns})`,
    `CREATE ROLE ${writer} LOGIN PASSWORD 'w'`,
    `GRANT CREATE, USAGE ON SCHEMA public TO ${writer}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON "my orders" TO ${writer}`,
    `GRANT TEMPORARY ON DATABASE ${destination.database} TO ${writer}`,
  )
  const stream: StreamRequest = { entity: TABLE, target: TABLE, mode: 'append', ...settings }
  const asWriter = endpointOf(destination, { user: writer, password: 'w' })
  const [failed] = problems(await moveBetween(source, asWriter, [stream]))
  const { code = '', message = sentence``, object } = failed ?? {}
  const [mend] = copyMends({
    error: { code, message: inEnglish(message), account: writer, ...(object && { object }) },
    ...{ at: 'destination', stream: { entity: TABLE, target: TABLE }, entities: [] },
    destination: { type: 'postgres', config: {} },
  })
  await run(destination, mend?.kind === 'copy' ? mend.text : '')
  expect(problems(await moveBetween(source, asWriter, [stream]))).toEqual([undefined])
})
