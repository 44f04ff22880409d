import { expect, it } from 'vitest'

import { ROUTES } from '../contract/routes.ts'
import { connect } from './connect.ts'

const answering = (status: number, body: string) => {
  const asked: string[] = []
  const send: typeof fetch = async (address) => {
    asked.push(String(address))
    return new Response(body, { status })
  }
  return { asked, call: connect({ url: 'https://millrace.example', key: 'mlr_k', fetch: send }) }
}

it('makes a call by its row, with what it names in path and query', async () => {
  const { asked, call } = answering(200, '{"lines":[]}')
  const params = { orgId: 'o 1', runId: 'r' }
  expect(await call(ROUTES.getRunLog, { params, query: { cursor: '7', q: undefined } })).toEqual({ lines: [] })
  expect(asked).toEqual(['https://millrace.example/v1/organizations/o%201/runs/r/log?cursor=7'])
})

it('asks nothing when a part of the path is missing or would name another call', async () => {
  const { asked, call } = answering(200, '{}')
  for (const flowId of ['', '.', '..'])
    await expect(call(ROUTES.getFlow, { params: { orgId: 'o', flowId } })).rejects.toThrow('flowId is missing.')
  expect(asked).toEqual([])
})

it('says why a call was refused, and that an answer has an unknown form', async () => {
  const refused = answering(409, '{"code":"CHANGED","message":"Somebody has changed it.","details":{"version":3}}')
  const params = { orgId: 'o', flowId: 'f' }
  await expect(refused.call(ROUTES.getFlow, { params })).rejects.toMatchObject({
    ...{ status: 409, code: 'CHANGED', message: 'Somebody has changed it.', details: { version: 3 } },
  })
  const page = answering(200, '<html>')
  await expect(page.call(ROUTES.getFlow, { params })).rejects.toMatchObject({ code: 'UNKNOWN_ANSWER' })
})

it('repeats a call after a network failure with the same key, so that the server does it once', async () => {
  const keys: (string | null)[] = []
  const failing = (failures: number) => {
    const send: typeof fetch = async (_, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      if (keys.length <= failures) throw new TypeError('reset')
      return new Response('{"run_id":"r"}', { status: 202 })
    }
    return connect({ url: 'https://millrace.example', key: 'mlr_k', fetch: send, pause: async () => undefined })
  }
  const params = { orgId: 'o', flowId: 'f' }
  expect(await failing(2)(ROUTES.dryRunFlow, { params })).toEqual({ run_id: 'r' })
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0], keys[0]])
  keys.length = 0
  await expect(failing(3)(ROUTES.dryRunFlow, { params })).rejects.toMatchObject({ code: 'UNREACHABLE' })
  keys.length = 0
  const body = { service_member_id: 's', token: 't' }
  await expect(failing(1)(ROUTES.exchangeToken, { body })).rejects.toMatchObject({ code: 'UNREACHABLE' })
  expect(keys).toEqual([null])
})
