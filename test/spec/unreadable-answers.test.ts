import { describe, expect, it } from 'vitest'

import { type OpenClient, signedInClient } from '../support/open-client.ts'

const ORG = '/v1/organizations/org-1'

describe('a discovery', () => {
  const discover = async (answer: unknown) => {
    const client = await signedInClient()
    client.api.answerNext(`POST ${ORG}/connections/c1/discover`, () => Response.json(answer))
    const result = await client.services.discoverConnection({ id: 'c1', type: 'postgres' })
    return { client, names: result.ok && result.value.map(({ name }) => name), result }
  }

  it.each([
    ['columns as texts, or null', [{ columns: ['id', 'total'] }, { columns: null }]],
    ['columns of another shape', [{ columns: [{ name: 'id' }] }, { columns: { id: 'int' } }]],
    ['nothing else', [{}, {}]],
    ['other fields in other shapes', [{ kind: 7, estimated_rows: 'many', more: [1] }, { kind: null }]],
  ])('is taken whenever each entity has its name: with %s', async (_, [one, two]) => {
    const entities = [
      { name: 'public.orders', ...one },
      { name: 'public.people', ...two },
    ]
    const { client, names } = await discover({ entities, next_cursor: 7 })

    expect(names).toEqual(['public.orders', 'public.people'])
    expect(client.said()).toEqual([{ type: 'positive', text: 'Schema discovered successfully!' }])
    expect(client.log.errors).toEqual([])
  })

  it('keeps the columns that it can read', async () => {
    const { result } = await discover({
      entities: [{ name: 'a', columns: [{ name: 'id', type: 'int', nullable: 'no' }] }],
    })

    expect(result).toEqual({ ok: true, value: [{ name: 'a', columns: [{ name: 'id', type: 'int' }] }] })
  })

  it('goes on without an entity that has no name', async () => {
    const { client, names } = await discover({ entities: [{ columns: [] }, { name: 'b' }, 'c', { name: 4 }] })

    expect(names).toEqual(['b'])
    expect(client.said()).toContainEqual({ type: 'info', text: '3 entries could not be read.' })
  })

  it.each([[{}], [{ entities: 'none' }], [{ entities: null }], [[]]])(
    'that tells no entities has failed (%j)',
    async (answer) => {
      const { client } = await discover(answer)

      expect(client.said()).toEqual([{ type: 'negative', text: 'Failed to discover schema' }])
    },
  )
})

type List = (services: OpenClient['services']) => Promise<{ readonly ok: boolean; readonly value?: unknown }>

describe('a list with an entry that cannot be read', () => {
  const bad = { id: 7, name: null }
  const LISTS: readonly [string, List, object][] = [
    ['/v1/organizations', (services) => services.listOrganizations(), { id: 'org-1', name: 'Good' }],
    [`${ORG}/members`, (services) => services.listMembers(), { id: 'm' }],
    [`${ORG}/integrations`, (services) => services.listIntegrations(), { id: 'i', name: 'Good', type: 'aws' }],
    [`${ORG}/connections`, (services) => services.listConnections(), { id: 'c', name: 'Good', type: 'postgres' }],
    [`${ORG}/flows`, (services) => services.listFlows(), { id: 'f' }],
    [`${ORG}/runs`, (services) => services.listRuns({}), { id: 'r', flow_id: 'f', status: 'succeeded' }],
  ]

  it.each(LISTS)('of %s shows the others, and says so once', async (path, list, good) => {
    const client = await signedInClient()
    const answer = () => Response.json(path.endsWith('/runs') ? { runs: [good, bad] } : [good, bad])
    client.api.answerNext(`GET ${path}`, answer)
    client.api.answerNext(`GET ${path}`, answer)

    const listed = await list(client.services)
    await list(client.services)

    const value = listed.value as readonly unknown[] & { readonly runs?: readonly unknown[] }
    expect(value.runs ?? value).toEqual([expect.objectContaining({ id: (good as { id: string }).id })])
    expect(client.said()).toEqual([{ type: 'info', text: '1 entry could not be read.' }])
    expect(client.log.errors).toHaveLength(1)
  })

  it('is not taken for an empty one when nothing in it can be read', async () => {
    const client = await signedInClient()
    client.api.answerNext(`GET ${ORG}/connections`, () => Response.json([bad, bad]))

    expect(await client.services.listConnections()).toMatchObject({ failure: { kind: 'unexpected-answer' } })
    expect(client.said()).toEqual([{ type: 'negative', text: 'Failed to fetch connections' }])
  })

  it('names it in the log', async () => {
    const client = await signedInClient()
    const good = { id: 'c', name: 'Good', type: 'postgres' }
    client.api.answerNext(`GET ${ORG}/connections`, () =>
      Response.json([good, { name: 'Shop', type: 'postgres' }, bad]),
    )

    await client.services.listConnections()

    expect(client.log.errors).toEqual([
      {
        what: 'GET /v1/organizations/:orgId/connections',
        detail: {
          kind: 'entries-left-out',
          entries: [
            { entry: 'Shop', problem: '1.id: expected string' },
            { entry: '7', problem: '2.type: expected string' },
          ],
        },
      },
    ])
  })

  it('leaves a flow out rather than show it without a step, which saving it would then delete', async () => {
    const client = await signedInClient()
    const transformations = [{ id: 't1' }, { position: { x: 1, y: 2 } }]
    client.api.answerNext(`GET ${ORG}/flows`, () =>
      Response.json([{ id: 'f1', config: { transformations } }, { id: 'f2' }]),
    )
    client.api.answerNext(`GET ${ORG}/flows/f1`, () => Response.json({ id: 'f1', config: { transformations } }))

    expect(await client.services.listFlows()).toMatchObject({ ok: true, value: [{ id: 'f2' }] })
    expect(await client.services.fetchFlow('f1')).toMatchObject({ failure: { kind: 'unexpected-answer' } })
  })
})
