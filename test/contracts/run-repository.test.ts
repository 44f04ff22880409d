import { beforeEach, describe, expect, it } from 'vitest'

import type { RunLogFilter } from '../../src/core/runs/run.ts'
import { ABSENT, ENVIRONMENTS, type Environment, given, notFound } from './environments.ts'

const RUN = '55555555-5555-4555-8555-555555555555'
const FLOW = '66666666-6666-4666-8666-666666666666'

describe.each(ENVIRONMENTS)('over %s', (_, make) => {
  let environment: Environment
  let organizationId: string
  const run = { id: RUN, kind: 'move', flowId: FLOW, status: 'running', streams: [] } as const
  const line = { id: 1, at: '2026-11-21T06:00:00.000Z', level: 'info', message: 'Reading public.orders' }
  const error = { ...line, id: 2, level: 'error', message: 'The connection was lost' }

  beforeEach(async () => {
    environment = await make()
    organizationId = environment.organizationId
    environment.seedRun(organizationId, run, [line, error])
  })

  describe('RunRepository', () => {
    it('lists the organization’s runs by state and flow', async () => {
      const { runs } = environment.ports
      const page = { ok: true, value: { runs: [run] } }
      const none = { ok: true, value: { runs: [] } }

      expect(await runs.list(organizationId, {})).toEqual(page)
      expect(await runs.list(organizationId, { flowId: FLOW, state: 'failed' })).toEqual(none)
      expect(await runs.list(organizationId, { flowId: ABSENT })).toEqual(none)
      expect(await runs.list(environment.otherOrganizationId, {})).toEqual(none)
    })

    it('lists the runs of a flow', async () => {
      expect(await environment.ports.runs.listOfFlow(organizationId, FLOW)).toEqual({
        ok: true,
        value: { runs: [run] },
      })
      expect(await environment.ports.runs.listOfFlow(organizationId, ABSENT)).toEqual({ ok: true, value: { runs: [] } })
    })

    it('filters the log by level and words', async () => {
      const { runs } = environment.ports

      const counts = (fitting: number) => ({ lines: 2, fitting })
      const log = async (filter: RunLogFilter) => runs.log(organizationId, RUN, filter)
      expect(await log({})).toEqual({ ok: true, value: { lines: [line, error], counts: counts(2) } })
      expect(await log({ level: 'error' })).toEqual({ ok: true, value: { lines: [error], counts: counts(1) } })
      expect(await log({ search: 'orders' })).toEqual({ ok: true, value: { lines: [line], counts: counts(1) } })
    })

    it('cancels', async () => {
      expect(await environment.ports.runs.get(organizationId, RUN)).toEqual({ ok: true, value: run })
      expect(await environment.ports.runs.cancel(organizationId, RUN)).toEqual({
        ok: true,
        value: { ...run, status: 'cancelled' },
      })
    })

    it('knows no other run', async () => {
      const { runs } = environment.ports

      for (const answer of [
        await runs.get(organizationId, ABSENT),
        await runs.log(organizationId, ABSENT, {}),
        await runs.cancel(organizationId, ABSENT),
      ])
        expect(answer).toMatchObject(notFound)
    })
  })

  it('makes sample data that is then listed', async () => {
    const { sampleData, connections, flows } = environment.ports
    const made = await given(sampleData.create(organizationId))

    expect(made.connections.map(({ name }) => name)).toEqual(['Shop', 'Warehouse'])
    expect(await connections.list(organizationId)).toEqual({ ok: true, value: made.connections })
    expect(await flows.list(organizationId)).toMatchObject({ value: [{ id: made.flow.id, name: 'Shop to warehouse' }] })
  })
})
