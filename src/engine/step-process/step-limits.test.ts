import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { RowEncoder } from '../formats/common-text/row-encoder.ts'
import type { RowSink } from '../ports/source.ts'
import { STEP_LIMITS } from './step-limits.ts'
import type { StepProcess } from './step-process.ts'
import { StepProcesses } from './step-processes.ts'

const MEGABYTE = 1024 * 1024

const INPUT = {
  entity: 'orders',
  columns: [{ name: 'id', type: 'bigint', nullable: false, value: { kind: 'integer' as const, bits: 64 as const } }],
}

/** Sends some rows through a step of SQL. */
async function run(steps: StepProcess, query: string, { rows = 3, pauseMs = 0 } = {}): Promise<number> {
  const step = { id: 'sum', type: 'sql' as const, settings: { query } }
  const bound = await steps.bind({ input: INPUT, steps: [step], others: [], pushable: [], salt: '' })
  const main = async (_: readonly string[], sink: RowSink) => {
    const encoder = new RowEncoder()
    for (let id = 1; id <= rows; id += 1) encoder.add([String(id)])
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    sink.write(encoder.take().frames, rows)
    return rows
  }
  const other = () => main
  const order = { steps: bound, columns: ['id'], salt: '', signal: new AbortController().signal }
  return steps.transform(order, { main, other }, async () => {})
}

const ENDLESS = 'with recursive r(id) as (select 0 union all select id + 1 from r) select count(*) as id from r'

describe('steps of many runs on one machine', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-test-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const opened = (limits: Partial<typeof STEP_LIMITS>) =>
    new StepProcesses({ folder, limits: { ...STEP_LIMITS, ...limits } })

  it('share the room for temporary files: whoever has the most of too much is ended, and says so', async () => {
    const processes = opened({ disk: 10 })
    const [small, large] = [processes.open(), processes.open()]
    const running = expect(run(large, ENDLESS)).rejects.toMatchObject({
      message: expect.stringMatching(/^This step needs more room for temporary files than there is/),
      problem: { code: 'TRANSFORMATION_TOO_LARGE' },
    })
    await writeFile(join(small.folder, 'rows'), Buffer.alloc(4 * MEGABYTE, 1))
    await writeFile(join(large.folder, 'rows'), Buffer.alloc(8 * MEGABYTE, 1))
    await running
    expect(await run(small, 'select id from input')).toBe(3)
    processes.close()
  })

  it.runIf(process.platform === 'linux')('are ended when they work too long without a row', async () => {
    const processes = opened({ idleSeconds: 1 })
    await expect(run(processes.open(), ENDLESS)).rejects.toMatchObject({
      message: 'This step has worked 1 second of a processor’s time without a row.',
      problem: { code: 'TRANSFORMATION_TOO_LARGE' },
    })
    processes.close()
  })

  it('make no row that is larger than a row may be', async () => {
    const processes = opened({ row: 1 })
    const [made, small] = [processes.open(), processes.open()]
    await expect(run(made, "select repeat('x', 2000000) as id from input")).rejects.toMatchObject({
      message: 'A row has more than 1 MB.',
      problem: { code: 'ROW_TOO_LARGE' },
    })
    expect(await run(small, "select repeat('x', 900000) as id from input")).toBe(3)
    processes.close()
  })

  it('may wait for a slow source for as long as it takes', async () => {
    const processes = opened({ idleSeconds: 1 })
    expect(await run(processes.open(), 'select id from input', { pauseMs: 3_000 })).toBe(3)
    processes.close()
  })
})
