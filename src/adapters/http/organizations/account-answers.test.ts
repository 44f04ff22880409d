import { expect, it } from 'vitest'

import { ManualClock } from '../../memory/manual-clock.ts'
import { MemoryIdentity, memoryUser } from '../../memory/memory-identity.ts'
import { HttpClient } from '../http-client.ts'
import { httpAuditRepository } from './http-audit-repository.ts'
import { httpBillingRepository } from './http-billing-repository.ts'
import { httpDashboardRepository } from './http-dashboard-repository.ts'

const asked: string[] = []

const answering = (answer: unknown, status = 200) =>
  new HttpClient({
    baseUrl: '',
    identity: new MemoryIdentity(memoryUser('ada@example.com')),
    clock: new ManualClock(),
    fetch: async (input) => {
      asked.push(String(input))
      return Response.json(answer, { status })
    },
  })

const totals = { runs: 3, succeeded: 2, failed: 1, cancelled: 0, rows_written: 40, median_duration_ms: null }
const flow = { flow_id: 'flow-1', flow_name: 'Shop' }

it('reads the figures of a dashboard beside what was returned', async () => {
  const returned = {
    totals,
    freshness: [{ ...flow, last_success_at: null }],
    attention: [{ ...flow, run_id: 'run-1', message: 'Gone', at: '2026-01-01T00:00:00Z' }],
    running: [{ ...flow, run_id: 'run-2', status: 'running', started_at: null }],
  }

  expect(await httpDashboardRepository(answering(returned)).fetch('org-1', '24h')).toEqual({
    ok: true,
    value: {
      ...returned,
      figures: {
        totals: { runs: 3, succeeded: 2, failed: 1, cancelled: 0, rowsWritten: 40 },
        freshness: [{ flowId: 'flow-1', flowName: 'Shop' }],
        attention: [
          { flowId: 'flow-1', flowName: 'Shop', runId: 'run-1', message: 'Gone', at: '2026-01-01T00:00:00Z' },
        ],
        running: [{ flowId: 'flow-1', flowName: 'Shop', runId: 'run-2', status: 'running' }],
      },
    },
  })
  expect(asked.at(-1)).toBe('/v1/organizations/org-1/dashboard?period=24h')
})

it.each([[{ anything: [1] }], [['an', 'array']], [{ totals: 'many', buckets: 7 }]])(
  'leaves a dashboard of another shape as it is (%j)',
  async (returned) => {
    expect(await httpDashboardRepository(answering(returned)).fetch('org-1')).toEqual({ ok: true, value: returned })
    expect(asked.at(-1)).toBe('/v1/organizations/org-1/dashboard')
  },
)

it.each([404, 501])(
  'takes a dashboard answered with %d for a failure: the specification has that call',
  async (status) => {
    expect(await httpDashboardRepository(answering({}, status)).fetch('org-1')).toMatchObject({
      failure: { kind: 'http', status },
    })
  },
)

it('reads plan, period and usage of a billing status', async () => {
  const returned = {
    provider: 'sandbox',
    plan: { id: 'team', name: 'Team', monthly_price: 90, included_rows: 500 },
    status: 'active',
    current_period_end: '2026-02-01T00:00:00Z',
    cancel_at_period_end: true,
    has_customer: true,
    usage: { since: '2026-01-01T00:00:00Z', rows_written: 12, runs: 3, members: 1 },
  }

  expect(await httpBillingRepository(answering(returned), []).status('org-1')).toEqual({
    ok: true,
    value: {
      ...returned,
      account: {
        provider: 'sandbox',
        plan: { id: 'team', name: 'Team', monthlyPrice: 90, includedRows: 500 },
        status: 'active',
        currentPeriodEnd: '2026-02-01T00:00:00Z',
        cancelAtPeriodEnd: true,
        hasCustomer: true,
        usage: { since: '2026-01-01T00:00:00Z', rowsWritten: 12, runs: 3, members: 1 },
      },
    },
  })
})

it('reads a page of the audit log', async () => {
  const event = { id: 9, at: '2026-01-01T00:00:00Z', actor_uid: 'u', actor_name: null, action: 'flow.created' }

  expect(await httpAuditRepository(answering({ events: [event], next_cursor: '9' })).list('org-1', {}, '20')).toEqual({
    ok: true,
    value: {
      events: [{ id: 9, at: '2026-01-01T00:00:00Z', actorUid: 'u', action: 'flow.created' }],
      nextCursor: '9',
    },
  })
  expect(asked.at(-1)).toBe('/v1/organizations/org-1/audit?cursor=20')
})
