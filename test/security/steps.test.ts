import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

interface Refused {
  readonly code?: string
  readonly message?: string
}

const ROOT = join(import.meta.dirname, '..', '..')

const memoryOf = (pid: number): number => {
  const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number)
  return ((resident - shared) * 4096) / 1024 / 1024
}

/** Processes for steps whose parent is this one. */
const stepProcessesOf = (parent: number): readonly number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const isTheirs = readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('step-process/main.ts')
        return isTheirs && readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[1] === String(parent)
      } catch {
        return false
      }
    })

/** The time that a process has worked, in hundredths of a second; nothing if it has ended. */
const ticksOf = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[11])
  } catch {
    return 0
  }
}

const until = async (isSo: () => boolean, longest = 5_000) => {
  for (const begun = Date.now(); Date.now() - begun < longest; await delay(50)) if (isSo()) return true
  return isSo()
}

const sql = (query: string) => ({ id: 's', type: 'sql', settings: { query } })
const compute = (expression: string) => ({
  id: 's',
  type: 'compute',
  settings: { columns: [{ name: 'r', expression }] },
})
const chain = (length: number) =>
  `with c0 as (select id from input), ${Array.from(
    { length },
    (_, n) => `c${n + 1} as not materialized (select a.id from c${n} a join c${n} b using (id))`,
  ).join(', ')} select * from c${length}`

interface Shop {
  readonly api: Api
  /** The path of the organization that has these two connections. */
  readonly base: string
  readonly from: string
  readonly to: string
}

async function startShop(environment: Readonly<Record<string, string>>): Promise<Shop> {
  const api = await startApi({ environment })
  const base = `/v1/organizations/${await api.organizationOf('ada')}`
  await run(api.postgres.url, 'create database shop')
  await run(api.postgres.url, 'create database warehouse')
  await run(
    urlOfDatabase(api, 'shop'),
    'create table orders (id bigint primary key); insert into orders select generate_series(1, 2000)',
  )
  const from = await addPostgresConnection(api, 'ada', base, 'shop')
  return { api, base, from, to: await addPostgresConnection(api, 'ada', base, 'warehouse') }
}

describe.runIf(process.platform === 'linux')('steps that would take the machine', () => {
  let api: Api
  let base: string
  let from: string

  beforeAll(async () => {
    ;({ api, base, from } = await startShop({ STEP_SECONDS: '3', STEP_MEMORY: '384' }))
  })
  afterAll(() => api.stop())

  const preview = (step: object, init: { signal?: AbortSignal } = {}) =>
    api.fetch('ada', `${base}/flows/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source: { id: from }, stream: 'public.orders', transformations: [step] }),
      ...init,
    })

  it.each([
    ['a list of two billion numbers', sql('select len(range(2000000000)) as r from input')],
    ['a text of a gigabyte', sql(`select repeat('x', 1000000000) as r from input`)],
    ['2,000 texts of 100 MB', compute(`repeat('x', 100000000)`)],
    ['20 queries that name each other twice', sql(chain(20))],
    ['30 queries that name each other twice', sql(chain(30))],
    ['5,000 × UNION ALL', sql(Array(5_000).fill('select id from input').join(' union all '))],
    ['20,000 × UNION ALL', sql(Array(20_000).fill('select id from input').join(' union all '))],
    ['a product of a trillion rows', sql('select count(*) as r from input a, input b, input c, input d')],
  ])('end with a sentence in a preview, and the process that answers does not grow: %s', async (_, step) => {
    const before = memoryOf(process.pid)
    const begun = performance.now()
    const response = await preview(step)
    expect(performance.now() - begun).toBeLessThan(15_000)
    expect(memoryOf(process.pid) - before).toBeLessThan(150)
    const answer = (await response.json()) as Refused & { readonly steps?: readonly { readonly error?: Refused }[] }
    // On a busy machine 3 seconds are over before the first step.
    expect([200, 422]).toContain(response.status)
    const { code, message } = answer.steps?.at(-1)?.error ?? answer
    expect(code).toMatch(/^(TRANSFORMATION_TOO_LARGE|PREVIEW_TOO_SLOW|SQL_NOT_ALLOWED)$/)
    expect(message).toMatch(/more memory|needs? more than 384 MB|longer than 3 seconds|at most|more than 1,000 times/)
  })

  it('leave nothing behind when who asked has gone', async () => {
    const gone = new AbortController()
    const asked = preview(sql('select count(*) as r from input a, input b, input c, input d'), {
      signal: gone.signal,
    }).catch(() => undefined)
    const before = new Map(stepProcessesOf(process.pid).map((pid) => [pid, ticksOf(pid)]))
    const busy = () => stepProcessesOf(process.pid).filter((pid) => ticksOf(pid) - (before.get(pid) ?? 0) > 30)
    expect(await until(() => busy().length > 0, 30_000)).toBe(true)
    const working = busy()
    gone.abort()
    await asked
    expect(await until(() => working.every((pid) => !existsSync(`/proc/${pid}`)))).toBe(true)
  })

  it('do not keep others of the organization from their previews for long', async () => {
    const bombs = Array.from({ length: 4 }, () =>
      preview(sql('select count(*) as r from input a, input b, input c, input d')),
    )
    const answers = await Promise.all(bombs)
    const codes = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { code?: string }).code))
    // Some wait for their turn, and one whose step process starts late on a busy machine is too slow.
    expect(['TOO_MANY_AT_ONCE', 'PREVIEW_TOO_SLOW', undefined]).toEqual(expect.arrayContaining([...new Set(codes)]))
    expect((await preview(sql('select id from input'))).status).toBe(200)
  })

  it('never have DuckDB in the process that answers calls and takes runs', async () => {
    // Of its own, because other tests that share this one work with DuckDB.
    const program = `
      import { readFileSync } from 'node:fs'
      import './src/server/main/compose.ts'
      import { StepProcesses } from './src/engine/step-process/step-processes.ts'
      const processes = new StepProcesses()
      const input = { entity: 't', columns: [{ name: 'id', type: 'bigint', nullable: true, value: { kind: 'integer', bits: 64 } }] }
      const steps = [{ id: 's', type: 'filter', settings: { where: 'id > 1' } }]
      const bound = await processes.open().bind({ input, steps, others: [], pushable: steps, salt: '' })
      const isHere = readFileSync('/proc/self/maps', 'latin1').includes('duckdb')
      console.log(JSON.stringify({ isBound: bound !== undefined, isHere }))
      process.exit()
    `
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = await once(child.stdout, 'data')
    expect(JSON.parse(String(said))).toEqual({ isBound: true, isHere: false })
  })
})

describe.runIf(process.platform === 'linux')('steps of runs that would take the machine', () => {
  let api: Api
  let base: string
  let from: string
  let to: string

  beforeAll(async () => {
    // As many seconds as ever: on a busy machine an honest step takes more than those of a preview above.
    ;({ api, base, from, to } = await startShop({ STEP_MEMORY: '384' }))
  })
  afterAll(() => api.stop())

  it('fail a run once, with a sentence, and its neighbours do not notice', async () => {
    const flowOf = async (name: string, transformations: readonly object[], target: string) => {
      const { body } = await api.call('ada', 'POST', `${base}/flows`, {
        name,
        source_connection: { id: from },
        destination_connection: { id: to },
        config: { streams: [{ entity: 'public.orders', target, mode: 'replace' }], transformations },
      })
      return body.id as string
    }
    // Made of a row, so that the memory is asked for by the run itself and not while the step is looked at.
    const large = sql(`select repeat('x', 100000000 + cast(id as integer) * 0) as x, id from input`)
    const bomb = await flowOf('Bomb', [large], 'public.bomb')
    const plain = await flowOf('Plain', [sql('select id * 2 as id from input')], 'public.plain')
    const before = memoryOf(process.pid)
    const runs = await Promise.all(
      [bomb, plain].map(async (flow) => (await api.call('ada', 'POST', `${base}/flows/${flow}/run`)).body.run_id),
    )
    const ended = async (id: string) => {
      for (;;) {
        const { body } = await api.call('ada', 'GET', `${base}/runs/${id}`)
        if (body.finished_at) return body
        await delay(100)
      }
    }
    const [failed, moved] = await Promise.all(runs.map(ended))
    expect(moved).toMatchObject({ status: 'succeeded', attempt: 1 })
    expect(failed).toMatchObject({ status: 'failed', attempt: 1 })
    expect(JSON.stringify(failed)).toMatch(/TRANSFORMATION_TOO_LARGE/)
    expect(memoryOf(process.pid) - before).toBeLessThan(150)
  })

  it('are cancelled within moments, whatever they do', async () => {
    const { body } = await api.call('ada', 'POST', `${base}/flows`, {
      name: 'Endless',
      source_connection: { id: from },
      destination_connection: { id: to },
      config: {
        streams: [{ entity: 'public.orders', target: 'public.endless', mode: 'replace' }],
        transformations: [sql('select count(*) as r from input a, input b, input c, input d')],
      },
    })
    const { body: started } = await api.call('ada', 'POST', `${base}/flows/${body.id}/run`)
    const status = async () => (await api.call('ada', 'GET', `${base}/runs/${started.run_id}`)).body.status
    while ((await status()) !== 'running') await delay(50)
    await delay(1_000)
    const begun = performance.now()
    await api.call('ada', 'POST', `${base}/runs/${started.run_id}/cancel`)
    while ((await status()) !== 'cancelled') await delay(50)
    expect(performance.now() - begun).toBeLessThan(5_000)
  })
})

describe.runIf(process.platform === 'linux')('a process that is killed in the middle of steps', () => {
  it('leaves no process, and its folder is taken away by the next one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-test-'))
    const program = `
      import { StepProcesses } from './src/engine/step-process/step-processes.ts'
      const processes = new StepProcesses({ folder: ${JSON.stringify(folder)} })
      const input = { entity: 't', columns: [{ name: 'id', type: 'bigint', nullable: true, value: { kind: 'integer', bits: 64 } }] }
      const steps = [{ id: 's', type: 'sql', settings: { query: 'select count(*) as r from input a, input b, input c, input d' } }]
      const opened = processes.open()
      const bound = await opened.bind({ input, steps, others: [], pushable: steps, salt: '' })
      const { RowEncoder } = await import('./src/engine/formats/common-text/row-encoder.ts')
      const main = async (columns, sink) => {
        const encoder = new RowEncoder()
        for (let n = 0; n < 2000; n++) encoder.add([String(n)])
        sink.write(encoder.take().frames, 2000)
        setTimeout(() => process.stdout.write('reading'), 500)
        return 2000
      }
      await opened.transform({ steps: bound, columns: ['r'], salt: '', signal: new AbortController().signal }, { main }, async () => {})
    `
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await once(parent.stdout, 'data')
      const theirs = stepProcessesOf(parent.pid as number)
      expect(theirs).toHaveLength(1)
      const [own = ''] = readdirSync(folder)
      expect(readdirSync(join(folder, own), { recursive: true }).join(' ')).toContain('.rows')
      parent.kill('SIGKILL')
      await once(parent, 'exit')
      expect(await until(() => theirs.every((pid) => !existsSync(`/proc/${pid}`)))).toBe(true)
      // One that had this process's number before it.
      await mkdir(join(folder, `${process.pid}-1-abc`))
      const { StepProcesses } = await import('../../src/engine/step-process/step-processes.ts')
      new StepProcesses({ folder }).close()
      expect(readdirSync(folder)).toEqual([])
    } finally {
      parent.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
  })
})
