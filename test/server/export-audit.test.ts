import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { runCommand } from '../../src/server/commands/run-command.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

let api: Api
let folder: string
let shop: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-audit-'))
  api = await startApi({ takesRuns: false })
  shop = await api.organizationOf('ada', 'Shop')
  await api.organizationOf('bob', 'Bakery')
  writeFileSync(join(folder, 'millrace.env'), `DATABASE_URL=${api.storeUrl}\n`)
})
afterAll(async () => {
  await api.stop()
  rmSync(folder, { recursive: true })
})

async function types(...words: string[]) {
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const code = await runCommand(['export-audit', ...words, '--config', join(folder, 'millrace.env')], {
    print,
    complain: print,
  })
  return { code, printed }
}

const eventsIn = (lines: readonly string[]) => lines.map((line) => JSON.parse(line))

it('writes the events of all organizations, the oldest first', async () => {
  const { code, printed } = await types()
  expect(code).toBe(0)
  const events = eventsIn(printed)
  expect(events.map(({ target_name: name }) => name)).toEqual(['Shop', 'Bakery'])
  expect(events[0]).toMatchObject({ organization_id: shop, action: 'organization.created', actor_uid: 'ada' })
})

it('writes the events of one organization into a file that only its owner can read', async () => {
  const file = join(folder, 'audit.jsonl')
  expect(await types(file, '--organization', shop)).toEqual({ code: 0, printed: [] })
  expect(eventsIn(readFileSync(file, 'utf8').trim().split('\n'))).toHaveLength(1)
})

it('writes only the events from a time on, over several pages', async () => {
  await run(
    api.storeUrl,
    `insert into millrace.audit_events (organization_id, actor_uid, action, at)
     select '${shop}', 'ada', 'flow.changed', timestamptz '2020-01-01T00:00:00Z' + n * interval '1 minute' from generate_series(0, 2500) n`,
  )
  expect((await types()).printed).toHaveLength(2_503)
  expect((await types('--since', '2020-01-01T00:01:00Z')).printed).toHaveLength(2_502)
  expect((await types('--since', '2021-01-01')).printed).toHaveLength(2)
})

it.each([
  [['--since', 'yesterday'], '--since must be a time such as 2026-11-01 or 2026-11-01T12:00:00Z, but is "yesterday".'],
  [['--organization', 'Shop'], '--organization must be the id of an organization, but is "Shop".'],
])('says what %j should be', async (words, sentence) => {
  expect(await types(...words)).toEqual({ code: 1, printed: [sentence] })
})
