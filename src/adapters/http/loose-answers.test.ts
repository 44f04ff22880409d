import { describe, expect, it } from 'vitest'

import { ManualClock } from '../memory/manual-clock.ts'
import { MemoryIdentity, memoryUser } from '../memory/memory-identity.ts'
import { httpConnectionDetails } from './connections/http-connection-details.ts'
import { httpConnectionRepository } from './connections/http-connection-repository.ts'
import { httpIntegrationDetails } from './connections/http-integration-details.ts'
import { httpFlowRepository } from './flows/http-flow-repository.ts'
import { HttpClient } from './http-client.ts'
import { httpAlertRepository } from './organizations/http-alert-repository.ts'
import { httpInvitationRepository } from './organizations/http-invitation-repository.ts'
import { httpMemberRepository } from './organizations/http-member-repository.ts'
import { httpOrganizationRepository } from './organizations/http-organization-repository.ts'
import { httpRunRepository } from './runs/http-run-repository.ts'

/** A server that gives the same answer to everything, and records the requests. */
function server(answer: unknown, status = 200) {
  const bodies: unknown[] = []
  const http = new HttpClient({
    baseUrl: '',
    identity: new MemoryIdentity(memoryUser('ada@example.com')),
    clock: new ManualClock(),
    fetch: async (_, init) => {
      bodies.push(typeof init?.body === 'string' ? JSON.parse(init.body) : undefined)
      return Response.json(answer, { status })
    },
  })
  return { http, bodies }
}

describe('answers that say little', () => {
  it.each([
    [{}, 'both'],
    [{ capability: null, config: null, integration_id: null, last_test: null }, 'both'],
    [{ capability: 'sideways' }, 'both'],
  ])('make a whole connection (%j)', async (says, capability) => {
    const { capability: said, ...nulls } = says as Record<string, unknown>
    const row = { id: 'c', name: 'Shop', type: 'postgres', ...nulls, ...(said ? { capability: said } : {}) }

    expect(await httpConnectionRepository(server([row]).http).list('o')).toEqual({
      ok: true,
      value: [{ id: 'c', name: 'Shop', type: 'postgres', capability, config: {} }],
    })
  })

  it('keep the kind of a channel that only a newer server knows', async () => {
    const row = { id: 'a', kind: 'pager', events: ['failed', 'on-fire'] }
    expect(await httpAlertRepository(server({ channels: [row] }).http).list('o')).toEqual({
      ok: true,
      value: { channels: [{ id: 'a', kind: 'pager', recipients: [], events: ['failed'], rejectsAbove: 0 }] },
    })
  })

  it('make a whole flow', async () => {
    expect(await httpFlowRepository(server([{ id: 'f' }]).http).list('o')).toEqual({
      ok: true,
      value: [{ id: 'f', name: 'f', enabled: true, config: { streams: [], transformations: [] } }],
    })
    const row = {
      id: 'f',
      config: {
        streams: [{ entity: 'a' }],
        transformations: [{ id: 't' }],
        schedule: { cron: '0 6 * * *' },
        after: { flows: [{ id: 'f' }], when: 'never' },
      },
    }
    expect(await httpFlowRepository(server(row).http).get('o', 'f')).toMatchObject({
      value: {
        config: {
          streams: [{ entity: 'a', mode: 'replace' }],
          transformations: [{ id: 't', type: '', settings: {} }],
          schedule: { cron: '0 6 * * *', timezone: 'UTC' },
          after: { flowIds: ['f'], when: 'all_succeeded' },
        },
      },
    })
  })

  it('make a whole member, integration and test', async () => {
    expect(await httpMemberRepository(server([{ id: 'm', email: null }]).http).list('o')).toEqual({
      ok: true,
      value: [{ id: 'm', roles: [] }],
    })
    const integration = { id: 'i', name: 'AWS', type: 'aws' }
    expect(await httpIntegrationDetails(server(integration).http).details('o', 'i')).toEqual({
      ok: true,
      value: { ...integration, mergedIntegration: false, credentials: {} },
    })
    expect(await httpConnectionDetails(server({}).http).test('o', 'c')).toEqual({ ok: true, value: [] })
    expect(await httpConnectionRepository(server({ entities: [{ name: 'a' }] }).http).discover('o', 'c')).toEqual({
      ok: true,
      value: [{ name: 'a', columns: [] }],
    })
  })

  it.each([
    [
      { auth_url: 'https://accounts.example/a', state: 's' },
      { url: 'https://accounts.example/a', state: 's' },
    ],
    [{ url: 'https://accounts.example/b' }, { url: 'https://accounts.example/b' }],
  ])('lead to Google’s consent (%j)', async (answer, value) => {
    expect(await httpIntegrationDetails(server(answer).http).startGoogleAuth('o')).toEqual({ ok: true, value })
  })

  it('do not lead to Google’s consent when they name no address', async () => {
    expect(await httpIntegrationDetails(server({}).http).startGoogleAuth('o')).toMatchObject({
      failure: { kind: 'unexpected-answer' },
    })
  })

  it('are enough to accept an invitation', async () => {
    expect(await httpInvitationRepository(server('welcome').http).accept('t')).toEqual({
      ok: true,
      value: undefined,
    })
  })

  it('leave a run of an unknown state running', async () => {
    expect(await httpRunRepository(server({ id: 'r', flow_id: 'f', status: 'warming-up' }).http).get('o', 'r')).toEqual(
      {
        ok: true,
        value: { id: 'r', kind: 'move', flowId: 'f', status: 'running', streams: [] },
      },
    )
  })
})

describe('answers that say everything', () => {
  it.each([
    ['move', { dry: false }],
    ['dry-run', { dry: true }],
    ['dry-run', { dry: true, backfill: [{ entity: 'a' }] }],
    ['compare', { dry: true, verify: true }],
    ['backfill', { dry: false, backfill: [{ entity: 'a' }] }],
  ])('make a run of the kind %s from %j', async (kind, fields) => {
    const row = { id: 'r', flow_id: 'f', status: 'running', ...fields }
    expect(await httpRunRepository(server(row).http).get('o', 'r')).toMatchObject({ value: { kind } })
  })

  it('make a run with its streams and its error', async () => {
    const stream = {
      entity: 'a',
      target: 'b',
      status: 'failed',
      rows_read: 3,
      rows_filtered: 1,
      rows_rejected: 1,
      rows_written: 1,
      bytes: 90,
      estimated_rows: 4,
      error: { code: 'X', message: 'm', hint: 'h', stream: 'a', node: null },
    }
    const row = {
      id: 'r',
      flow_id: 'f',
      flow_name: 'Orders',
      flow_version: 2,
      status: 'failed',
      trigger: 'person',
      triggered_by: { uid: 'ada', name: null },
      attempt: 1,
      queued_at: 'q',
      started_at: 's',
      finished_at: 'e',
      cancel_requested: true,
      rows_written: 1,
      error: { code: 'X', message: 'm' },
      streams: [stream],
    }

    expect(await httpRunRepository(server(row).http).get('o', 'r')).toEqual({
      ok: true,
      value: {
        id: 'r',
        kind: 'move',
        flowId: 'f',
        flowName: 'Orders',
        flowVersion: 2,
        status: 'failed',
        trigger: 'person',
        triggeredBy: { uid: 'ada' },
        attempt: 1,
        queuedAt: 'q',
        startedAt: 's',
        finishedAt: 'e',
        cancelRequested: true,
        rowsWritten: 1,
        error: { code: 'X', message: 'm' },
        streams: [
          {
            entity: 'a',
            target: 'b',
            status: 'failed',
            rowsRead: 3,
            rowsFiltered: 1,
            rowsRejected: 1,
            rowsWritten: 1,
            bytes: 90,
            estimatedRows: 4,
            error: { code: 'X', message: 'm', hint: 'h', stream: 'a' },
          },
        ],
      },
    })
  })

  it('make a connection with its last test', async () => {
    const row = {
      id: 'c',
      name: 'Shop',
      type: 'bigquery',
      integration_id: 'i',
      config: { project_id: 'p' },
      created_at: 'x',
      updated_at: 'y',
      last_test: { ok: false, at: 'z', stage: 'sign-in' },
    }

    expect(await httpConnectionRepository(server([row]).http).list('o')).toEqual({
      ok: true,
      value: [
        {
          id: 'c',
          name: 'Shop',
          type: 'bigquery',
          capability: 'destination',
          integrationId: 'i',
          config: { project_id: 'p' },
          createdAt: 'x',
          updatedAt: 'y',
          lastTest: { ok: false, at: 'z', stage: 'sign-in' },
        },
      ],
    })
  })

  it('keep with an organization what nobody knows, for the update that sends the whole object back', async () => {
    const row = { id: 'o', name: 'Engines', roles: ['owner'], created_at: 'x', colour: 'red' }
    const { http, bodies } = server(row)
    const organizations = httpOrganizationRepository(http)
    const known = await organizations.update({ id: 'o', name: 'Old' })
    if (!known.ok) throw new Error('no organization')

    await organizations.update({ ...known.value, name: 'New' })

    expect(bodies[1]).toEqual({ ...row, name: 'New' })
  })

  it('keep with a flow what nobody knows, but never a position', async () => {
    const transformation = { id: 't', type: 'filter', settings: { where: 'x' }, position: { x: 1, y: 2 }, note: 'mine' }
    const { http, bodies } = server({
      id: 'f',
      source_connection: { id: 's', name: 'Shop', position: { x: 1, y: 2 } },
      config: { transformations: [transformation], streams: [{ entity: 'a', mode: 'append', tag: 1 }], retries: 2 },
    })
    const flows = httpFlowRepository(http)
    const flow = await flows.get('o', 'f')
    if (!flow.ok) throw new Error('no flow')

    await flows.update('o', 'f', flow.value)

    const { position: _, ...kept } = transformation
    expect(bodies[1]).toEqual({
      name: 'f',
      enabled: true,
      source_connection: { id: 's' },
      config: { transformations: [kept], streams: [{ entity: 'a', mode: 'append', tag: 1 }], retries: 2 },
    })
  })
})

describe('a test that failed', () => {
  const problem = { code: 'PASSWORD', message: 'The password is wrong', hint: 'Ask the owner', field: 'password' }
  const stage = { stage: 'sign-in', status: 'failed', milliseconds: 3, detail: null, problem }

  it('keeps its stages', async () => {
    const { http } = server(
      { message: 'The password is wrong', code: 'CONNECTION_TEST_FAILED', details: { stages: [stage] } },
      422,
    )

    expect(await httpConnectionDetails(http).testUnsaved('o', { type: 'postgres', config: {} })).toEqual({
      ok: false,
      failure: {
        kind: 'connection-test-failed',
        serverMessage: 'The password is wrong',
        stages: [{ stage: 'sign-in', status: 'failed', milliseconds: 3, problem }],
      },
    })
  })

  it.each([
    [422, { message: 'Host is required', code: 'INVALID' }],
    [500, { message: 'Lost', details: { stages: [stage] } }],
  ])('is not what a plain %d is', async (status, body) => {
    expect(await httpConnectionDetails(server(body, status).http).test('o', 'c')).toMatchObject({
      failure: { kind: 'http', status },
    })
  })
})
