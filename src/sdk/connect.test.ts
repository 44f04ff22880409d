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
