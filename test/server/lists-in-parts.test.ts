import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { OPERATIONS } from '../../src/contract/requests/operations.ts'
import { isList } from '../../src/server/http/requests/list-pages.ts'
import { type Children, inhabit, queryOf } from '../security/inhabited-organization.ts'
import { type Api, startApi } from '../support/start-api.ts'

/** Every call that answers with a list alone: a new one is covered by its row. */
const lists = OPERATIONS.filter((row) => isList(row))

describe('a list in parts', () => {
  let api: Api
  let organization: string
  let children: Children
  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    organization = await api.organizationOf('owner')
    children = await inhabit(api, organization)
  })
  afterAll(() => api.stop())

  const get = async (path: string) => {
    const { status, body, headers } = await api.call('owner', 'GET', path)
    return { status, body, next: /^<(\/v1\/[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] }
  }

  const pathOf = (path: string) =>
    path.replace(/:(\w+)/g, (_, name: string) => ({ ...children, orgId: organization })[name] ?? '')

  it('is offered by every call that answers with a list alone', () => {
    expect(lists.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['listFlows', 'listConnections', 'listMembers', 'listTrash', 'listServiceMembers']),
    )
  })

  it.each(lists.map((row) => [row.name, row.path] as const))(
    '%s has the same objects as the whole',
    async (name, path) => {
      const query = queryOf(name)
      const whole = await get(`${pathOf(path)}${query}`)
      expect(whole).toMatchObject({ status: 200, next: undefined })
      const parts: unknown[] = []
      for (let next: string | undefined = `${pathOf(path)}${query || '?'}&limit=1`; next; ) {
        const part = await get(next)
        expect(part.body.length).toBeLessThanOrEqual(1)
        parts.push(...part.body)
        next = part.next
      }
      expect(parts).toEqual(whole.body)
    },
  )

  it('has each flow as its own call answers it', async () => {
    const base = `/v1/organizations/${organization}/flows`
    const { body: flows } = await get(base)
    expect(flows).not.toEqual([])
    for (const flow of flows) expect((await get(`${base}/${flow.id}`)).body).toEqual(flow)
  })

  it('misses nothing when objects come and go meanwhile', async () => {
    const base = `/v1/organizations/${organization}/integrations`
    const add = async (name: string): Promise<string> =>
      (await api.call('owner', 'POST', base, { name, type: 'sendgrid', credentials: { api_key: 'k' } })).body.id
    for (const name of ['a', 'b', 'c', 'd', 'e']) await add(name)
    const { body: before } = await get(base)
    const first = await get(`${base}?limit=3`)
    await add('f')
    await api.call('owner', 'DELETE', `${base}/${before[2].id}`)
    const rest = await get(String(first.next).replace('limit=3', 'limit=500'))
    const read = [...first.body, ...rest.body].map(({ id }: { id: string }) => id)
    expect(read).toEqual(expect.arrayContaining(before.map(({ id }: { id: string }) => id)))
  })

  it('misses nothing when what was read is deleted part by part, and begins again where nothing is left', async () => {
    const base = `/v1/organizations/${await api.organizationOf('owner')}/integrations`
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const add = (name: string) =>
      api.call('owner', 'POST', base, { name, type: 'sendgrid', credentials: { api_key: 'k' } })
    for (const name of names) await add(name)
    const read: string[] = []
    let cursor: string | undefined
    for (let next: string | undefined = `${base}?limit=2`; next; ) {
      const part = await get(next)
      cursor = new URL(next, 'http://here').searchParams.get('cursor') ?? undefined
      for (const { id, name } of part.body) {
        read.push(name)
        await api.call('owner', 'DELETE', `${base}/${id}`)
      }
      next = part.next
    }
    expect(read).toEqual(names)
    expect((await get(`${base}?cursor=${cursor}`)).body).toEqual([])
    await add('h')
    const { status, body } = await get(`${base}?cursor=${cursor}`)
    expect({ status, details: body.details }).toEqual({ status: 422, details: { field: 'cursor' } })
  })

  it.each(['limit=0', 'limit=501', 'limit=ten', 'cursor=!', 'cursor='])('refuses %s by its name', async (query) => {
    const { status, body } = await get(`/v1/organizations/${organization}/flows?${query}`)
    expect({ status, field: body.details?.field }).toEqual({ status: 422, field: query.split('=')[0] })
  })

  it('has the state of the whole list as its ETag', async () => {
    const path = `/v1/organizations/${organization}/members`
    const tag = async (query: string) => (await api.call('owner', 'GET', path + query)).headers.get('etag')
    expect(await tag('?limit=1')).toBe(await tag(''))
  })
})
