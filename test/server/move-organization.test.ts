import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { runCommand } from '../../src/server/commands/run-command.ts'
import { inBase64 } from '../../src/server/main/master-key.ts'
import { moveOrganization } from '../../src/server/relocation/move-organization.ts'
import { openSide, type Side } from '../../src/server/relocation/side.ts'
import { LEFT_TABLES, MOVED_TABLES } from '../../src/server/store/organization-move/moved-tables.ts'
import { makeVault } from '../../src/server/vault/vault.ts'
import { pickSome } from '../faults/pick.ts'
import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { lastRunsDiffer } from '../support/last-runs-differ.ts'
import { run } from '../support/run-sql.ts'
import { SEED, TRIES_ALL } from '../support/samples.ts'
import { makeScratchFolder } from '../support/scratch-folder.ts'
import { addEnds, endedRun } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

const PATIENCE = { timeout: 20_000, interval: 100 }
const OLD_KEY = new Uint8Array(randomBytes(32))
const NEW_KEY = new Uint8Array(randomBytes(32))
const HOURLY = { cron: '0 * * * *', timezone: 'UTC' }

let folder: string
/** Its runs wait: no worker takes them. */
let old: Api
let there: Api
let id: string
let base: string
let flow: string
let key: string
let waiting: string
let target: string
let targets = 0

let count = 0

/** An installation of its own on the server of the first. */
async function installation(masterKey: Uint8Array, beside?: Api): Promise<Api> {
  if (!beside) return startApi({ masterKey })
  const name = `place_${++count}`
  await run(beside.postgres.url, `create database ${name} ${beside.postgres.strategy}`)
  return startApi({ masterKey, beside: { ...beside, storeUrl: urlOfDatabase(beside, name) } })
}

/** What somebody types at the old installation. */
async function move(...options: string[]) {
  const variables = (api: Api, masterKey: Uint8Array) =>
    `DATABASE_URL=${api.storeUrl}\nMASTER_KEY=${inBase64(masterKey)}\n`
  writeFileSync(join(folder, 'old.env'), variables(old, OLD_KEY))
  writeFileSync(join(folder, 'new.env'), variables(there, NEW_KEY))
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const words = ['move-organization', id, '--config', join(folder, 'old.env'), '--to', join(folder, 'new.env')]
  const code = await runCommand([...words, ...options], { print, complain: print })
  return { code, printed: printed.join('\n') }
}

const storeOf = (api: Api) => (sql: string) => run<Record<string, unknown>>(api.storeUrl, sql)

beforeAll(async () => {
  folder = makeScratchFolder('move-organization')
  const first = await installation(OLD_KEY)
  for (const name of ['shop', 'warehouse'])
    await run(first.postgres.url, `create database ${name} ${first.postgres.strategy}`)
  await run(
    urlOfDatabase(first, 'shop'),
    `create table visits (id int primary key, place text); insert into visits select n, 'place ' || n from generate_series(1, 300) n`,
  )
  old = first
}, 240_000)
afterAll(async () => {
  await there?.stop()
  await old?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** An organization with something of everything; ada has an account at the new place, grace has none. */
beforeEach(async () => {
  await there?.stop()
  there = await installation(NEW_KEY, old)
  expect((await there.call('ada', 'GET', '/v1/users/me')).status).toBe(200)
  target = `visits_${++targets}`
  id = await old.organizationOf('ada', 'Acme')
  base = `/v1/organizations/${id}`
  const ends = await addEnds(old, base)
  const streams = [{ entity: 'public.visits', target, mode: 'append', cursor: 'id' }]
  const config = { streams, transformations: [], schedule: HOURLY }
  const { body } = await old.call('ada', 'POST', `${base}/flows`, { name: 'Visits', config, ...ends })
  flow = `${base}/flows/${body.id}`
  const done = await old.call('ada', 'POST', `${flow}/run`)
  expect(await endedRun(old, base, done.body.run_id)).toMatchObject({ status: 'succeeded' })
  const made = await old.call('ada', 'POST', `${base}/service-members`, { name: 'CI', role: 'runner' })
  key = made.body.key
  await old.call('ada', 'POST', `${base}/alert-channels`, {
    kind: 'webhook',
    url: 'https://hooks.example.com/1',
    events: ['failed'],
  })
  const { body: gone } = await old.call('ada', 'POST', `${base}/alert-channels`, {
    kind: 'webhook',
    url: 'https://hooks.example.com/2',
    events: ['failed'],
  })
  await old.call('ada', 'DELETE', `${base}/alert-channels/${gone.id}`)
  const spare = await old.call('ada', 'POST', `${base}/flows`, { name: 'Spare', config, ...ends })
  await old.call('ada', 'DELETE', `${base}/flows/${spare.body.id}`)
  // Nobody may take it: as if all workers were busy.
  await storeOf(old)(`create or replace function millrace.hold_one() returns trigger language plpgsql as
    $$ begin new.begins_at := now() + interval '1 hour'; return new; end $$;
    create trigger hold_one before insert on millrace.run_queue for each row execute function millrace.hold_one()`)
  waiting = (await old.call('ada', 'POST', `${flow}/run`)).body.run_id
  await storeOf(old)('drop trigger hold_one on millrace.run_queue')
  await storeOf(old)(
    `insert into millrace.users (uid, email, email_verified, display_name) values ('grace', 'grace@example.com', true, 'Grace') on conflict do nothing;
     insert into millrace.memberships (organization_id, user_uid, roles) values ('${id}', 'grace', '{editor}')`,
  )
}, 120_000)

const byKey = (api: Api, path: string) =>
  api.fetch(null, path, { headers: { authorization: `Bearer ${key}` } }).then(({ status }) => status)

it('moves an organization with everything in it, and what waited runs once, at the new place', async () => {
  const history = (await old.call('ada', 'GET', `${base}/runs`)).body
  const copied = await move()
  expect(copied, copied.printed).toMatchObject({ code: 0 })
  expect(copied.printed).toMatch(/The same on both sides: \d+ rows in \d+ tables, 4 secrets that open there\./)

  // Nobody changes it and nothing runs, here or there, but everybody can look.
  const change = { name: 'Acme 2' }
  for (const api of [old, there]) {
    expect(await api.call('ada', 'PUT', base, change)).toMatchObject({
      status: 409,
      body: { code: 'ORGANIZATION_MOVING', message: expect.stringContaining('is being moved') },
    })
    expect((await api.call('ada', 'POST', `${flow}/run`)).body.code).toBe('ORGANIZATION_MOVING')
    expect((await api.call('ada', 'GET', flow)).body).toMatchObject({ name: 'Visits' })
    expect((await api.call('ada', 'GET', `${base}/runs/${waiting}`)).body.status).toBe('queued')
    expect(await byKey(api, `${base}/flows`)).toBe(200)
  }

  const finished = await move('--finish')
  expect(finished, finished.printed).toMatchObject({ code: 0 })
  expect(finished.printed).toContain('Invited there, because they have no account: grace@example.com.')
  expect(await endedRun(there, base, waiting)).toMatchObject({ status: 'succeeded' })
  expect(
    await run(urlOfDatabase(old, 'warehouse'), `select count(*)::int, count(distinct id)::int as ids from ${target}`),
  ).toEqual([{ count: 300, ids: 300 }])
  expect((await there.call('ada', 'GET', `${base}/runs`)).body.runs).toHaveLength(history.runs.length)
  expect(await lastRunsDiffer(there.storeUrl)).toEqual([])
  expect((await there.call('ada', 'POST', `${flow}/run`)).status).toBe(202)
  expect(await byKey(there, `${base}/flows`)).toBe(200)
  const [organization] = (await there.call('ada', 'GET', '/v1/organizations')).body
  expect(organization).toMatchObject({ id, name: 'Acme' })
  expect(organization.schedules_paused).toBeUndefined()
  const [epochs] = await storeOf(there)('select last_value::bigint > 1000000000 as higher from millrace.run_epoch')
  expect(epochs).toEqual({ higher: true })

  // The old place never goes on.
  expect((await old.call('ada', 'PUT', base, change)).body.code).toBe('ORGANIZATION_MOVED')
  expect(await move('--undo')).toMatchObject({ code: 1, printed: expect.stringContaining('cannot be undone') })
  expect(await move('--finish')).toMatchObject({ code: 0 })
  expect(await move('--remove')).toMatchObject({ code: 0 })
  expect((await old.call('ada', 'GET', flow)).status).toBe(404)
  expect((await there.call('ada', 'GET', flow)).status).toBe(200)
})

it('can be undone until it is finished: everything goes on at the old place, once', async () => {
  await move()
  expect(await move('--undo')).toMatchObject({ code: 0 })
  expect((await there.call('ada', 'GET', flow)).status).toBe(404)
  expect(await endedRun(old, base, waiting)).toMatchObject({ status: 'succeeded' })
  expect((await old.call('ada', 'PUT', base, { name: 'Acme 2' })).status).toBe(200)
  const [organization] = (await old.call('ada', 'GET', '/v1/organizations')).body.filter(
    (row: { id: string }) => row.id === id,
  )
  expect(organization.schedules_paused).toBeUndefined()
  // And it can be moved after all.
  const again = await move()
  expect(again, again.printed).toMatchObject({ code: 0 })
})

it('does not finish a copy in which a single value is another', async () => {
  await move()
  await storeOf(there)(
    `set millrace.system = 'on'; set millrace.moving = 'on'; update millrace.run_log set message = message || ' ' where organization_id = '${id}'`,
  )
  const refused = await move('--finish')
  expect(refused).toMatchObject({ code: 1, printed: expect.stringContaining('run_log') })
  expect((await there.call('ada', 'POST', `${flow}/run`)).body.code).toBe('ORGANIZATION_MOVING')
  expect(await move('--undo')).toMatchObject({ code: 0 })
})

it('stops nothing when nobody would own the organization at the new place', async () => {
  await storeOf(there)(`delete from millrace.users where uid = 'ada'`)
  expect(await move()).toMatchObject({ code: 1, printed: expect.stringContaining('ada@example.com') })
  expect((await old.call('ada', 'PUT', base, { name: 'Acme 2' })).status).toBe(200)
})

it('knows people by their address, whatever they are called at the new place', async () => {
  await storeOf(
    there,
  )(`insert into millrace.users (uid, email, email_verified) values ('ada-there', 'Ada@Example.com', true);
    update millrace.users set email_verified = false where uid = 'ada'`)
  const copied = await move()
  expect(copied, copied.printed).toMatchObject({ code: 0 })
  const named = (table: string, column: string) =>
    storeOf(there)(
      `select distinct ${column} as uid from millrace.${table} where organization_id = '${id}' and ${column} is not null order by 1`,
    )
  expect(await named('runs', 'triggered_by')).toEqual([{ uid: 'ada-there' }])
  expect(await named('trash', 'deleted_by')).toEqual([{ uid: 'ada-there' }])
  expect(await named('versions', 'saved_by')).toEqual([{ uid: 'ada-there' }])
  expect(await named('service_members', 'created_by')).toEqual([{ uid: 'ada-there' }])
  expect(await named('memberships', `case when user_uid like 'service:%' then null else user_uid end`)).toEqual([
    { uid: 'ada-there' },
  ])
  expect((await there.call('ada', 'GET', flow)).status).toBe(404)
})

it('waits for what is under way, or cancels it', async () => {
  const shop = urlOfDatabase(old, 'shop')
  await run(
    shop,
    `alter table visits rename to fast; create view visits as select id, pg_sleep(0.05)::text || place as place from fast;
     insert into fast select n, 'late' from generate_series(301, 600) n`,
  )
  try {
    await storeOf(old)(`update millrace.run_queue set begins_at = now() where run_id = '${waiting}'`)
    const statusOf = async (api: Api) => (await api.call('ada', 'GET', `${base}/runs/${waiting}`)).body.status
    await expect.poll(() => statusOf(old), PATIENCE).toBe('running')
    const stopped = await move('--cancel-runs')
    expect(stopped, stopped.printed).toMatchObject({ code: 0 })
    expect(stopped.printed).toContain('Still under way: 1 runs')
    expect(await statusOf(there)).toBe('cancelled')
  } finally {
    await run(shop, 'drop view visits; delete from fast where id > 300; alter table fast rename to visits')
  }
})

/** Both installations as the command opens them, until as many statements were done: then the process is as good as dead. */
async function movingUntil(step: 'copy' | 'finish' | 'undo', statements: number): Promise<boolean> {
  const [from, to] = [
    await openSide(old.storeUrl, makeVault(OLD_KEY), 'old'),
    await openSide(there.storeUrl, makeVault(NEW_KEY), 'new'),
  ]
  let left = statements
  const mortal = (side: Side): Side => ({
    ...side,
    query: async (sql, values) => {
      if (left === 0) throw new Error('dead')
      left -= 1
      return side.query(sql, values)
    },
  })
  const sides = { from: mortal(from), to: mortal(to), between: makeVault(NEW_KEY, [OLD_KEY]) }
  try {
    await moveOrganization(sides, id, { step, cancelsRuns: false, print: () => {} })
    return true
  } catch (error) {
    expect(error).toMatchObject({ message: 'dead' })
    return false
  } finally {
    await Promise.all([from.end(), to.end()])
  }
}

it('goes on after a death at any point of the copy, of the end, and of an undo', async () => {
  // How many statements each takes, found by dying later and later.
  const total = { copy: 700, undo: 30 }
  for (const at of pickSome(
    Array.from({ length: total.copy }, (_, place) => place),
    TRIES_ALL ? 100 : 6,
    SEED,
  )) {
    await movingUntil('copy', at)
    if (at % 2 === 0) expect(await move(), `killed at ${at}`).toMatchObject({ code: 0 })
    if (at % 3 === 0) await movingUntil('undo', at % total.undo)
    // Nothing to undo, if that was its end already.
    await move('--undo')
    expect((await old.call('ada', 'PUT', base, { name: 'Acme' })).status, `killed at ${at}`).toBe(200)
    expect((await there.call('ada', 'GET', flow)).status).toBe(404)
    // It may have run meanwhile, as it should.
    await run(old.storeUrl, `update millrace.run_queue set begins_at = now() + interval '1 hour' where worker is null`)
  }
  await run(old.storeUrl, `update millrace.run_queue set begins_at = now() where organization_id = '${id}'`)
  await endedRun(old, base, waiting)
  expect(await move()).toMatchObject({ code: 0 })
  let deaths = 0
  while (!(await movingUntil('finish', deaths * 11))) deaths += 1
  expect(deaths).toBeGreaterThan(0)
  expect((await there.call('ada', 'POST', `${flow}/run`)).status).toBe(202)
  expect((await old.call('ada', 'POST', `${flow}/run`)).body.code).toBe('ORGANIZATION_MOVED')
  expect((await there.call('ada', 'GET', `${base}/invitations`)).body).toHaveLength(1)
}, 240_000)

it('knows every table of an organization, and none of those that move can be changed meanwhile', async () => {
  const tables = await storeOf(old)(
    `select relname::text as name, exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = 'not_while_moved') as held
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'millrace'::regnamespace and relkind = 'r' and attname = 'organization_id' order by 1`,
  )
  const known = new Set(Object.keys({ ...MOVED_TABLES, ...LEFT_TABLES }))
  expect(new Set(tables.map(({ name }) => name))).toEqual(known)
  expect(new Set(tables.filter(({ held }) => held).map(({ name }) => name))).toEqual(new Set(Object.keys(MOVED_TABLES)))
})
