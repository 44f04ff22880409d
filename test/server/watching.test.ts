import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join } from '../security/inhabited-organization.ts'
import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { readEvents, type ServerSentEvent } from '../support/read-events.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('an organization’s stream', () => {
  let api: Api
  let base: string
  let ends: object

  beforeAll(async () => {
    // Nobody takes runs here: each changes when the test says so.
    api = await startApi({ takesRuns: false })
    base = `/v1/organizations/${await api.organizationOf('ada')}`
    ends = {
      source_connection: { id: await addPostgresConnection(api, 'ada', base, 'postgres') },
      destination_connection: { id: await addPostgresConnection(api, 'ada', base, 'postgres') },
    }
  })
  afterAll(() => api.stop())

  const startRun = async (): Promise<string> => {
    const { body: flow } = await api.call('ada', 'POST', `${base}/flows`, ends)
    return (await api.call('ada', 'POST', `${base}/flows/${flow.id}/run`)).body.run_id
  }
  const cancel = (runId: string) => api.call('ada', 'POST', `${base}/runs/${runId}/cancel`)
  const watch = async (after: string | undefined, isLast: (event: ServerSentEvent) => boolean) => {
    const headers = after === undefined ? {} : { 'last-event-id': after }
    return readEvents(await api.fetch('ada', `${base}/events`, { headers }), isLast)
  }
  const isOf = (runId: string) => (event: ServerSentEvent) => event.event === 'run' && event.data.id === runId
  const told = (events: readonly ServerSentEvent[]) =>
    events.filter(({ event }) => event === 'run').map(({ data }) => `${data.id} ${data.status}`)
  const placeIn = (events: readonly ServerSentEvent[]) => events.findLast(({ id }) => id !== undefined)?.id

  it('is taken up again where it was lost: every change comes, and none a second time', async () => {
    const first = await startRun()
    const seen = await watch(undefined, isOf(first))
    expect(seen[0]?.event).toBe('hello')

    await cancel(first)
    const second = await startRun()
    const third = await startRun()
    const again = await watch(placeIn(seen), isOf(third))
    expect(told(again)).toEqual([`${first} cancelled`, `${second} queued`, `${third} queued`])

    const last = startRun()
    const quiet = await watch(placeIn(again), ({ event }) => event === 'run')
    expect(told(quiet)).toEqual([`${await last} queued`])
  })

  it('loses no change that was under way, and not to be seen, when the reader went', async () => {
    const [slow, quick] = [await startRun(), await startRun()]
    const seen = await watch(undefined, isOf(quick))
    const writer = new pg.Client({ connectionString: api.storeUrl })
    await writer.connect()
    try {
      await writer.query('begin')
      await writer.query(`update millrace.runs set status = 'running' where id = $1`, [slow])
      await cancel(quick)
      const between = await watch(placeIn(seen), isOf(quick))
      expect(told(between)).toEqual([`${quick} cancelled`])
      await writer.query('commit')
      expect(told(await watch(placeIn(between), isOf(slow)))).toEqual([`${slow} running`])
    } finally {
      await writer.end()
    }
  })

  it('tells by kind and id what else has changed, and nothing of what somebody only looked at', async () => {
    const { body: flow } = await api.call('ada', 'POST', `${base}/flows`, ends)
    const connection = (ends as { source_connection: { id: string } }).source_connection.id
    const response = await api.fetch('ada', `${base}/events`)
    const name = 'Renamed'
    await api.call('ada', 'PATCH', `${base}/connections/${connection}`, { name })
    await api.call('ada', 'PATCH', `${base}/flows/${flow.id}`, { name })
    const { body: integrations } = await api.call('ada', 'GET', `${base}/integrations`)
    await api.call('ada', 'GET', `${base}/integrations/${integrations[0].id}/details`)
    await api.call('ada', 'PATCH', `${base}/integrations/${integrations[0].id}`, { name })
    const email = 'new@example.com'
    const { body: invitation } = await api.call('ada', 'POST', `${base}/invitations`, { email, roles: ['viewer'] })
    await api.call('ada', 'PUT', base, { id: base.split('/').at(-1), name })
    const events = await readEvents(response, ({ event, data }) => event === 'change' && data.kind === 'organization')
    const changes = events.filter(({ event }) => event === 'change').map(({ data }) => `${data.kind} ${data.id}`)
    // What came just before the stream was opened may be told too, so a flow may come first and once more.
    expect(new Set(changes)).toEqual(
      new Set([
        `connection ${connection}`,
        `flow ${flow.id}`,
        `integration ${integrations[0].id}`,
        `invitation ${invitation.id}`,
        'organization undefined',
      ]),
    )
  })

  it.each(['42', '9:1:', "'; drop table runs", '99999999999999999999:1:'])(
    'begins anew for a place that it never named: %s',
    async (place) => {
      const runId = await startRun()
      expect((await watch(place, isOf(runId)))[0]?.event).toBe('hello')
    },
  )

  it('tells hundreds of readers the same, from one look into the store', async () => {
    const people = Array.from({ length: 10 }, (_, number) => `reader-${number}`)
    for (const person of people) await join(api, base.split('/').at(-1) ?? '', person, ['viewer'])
    const readers = people.flatMap((person) => Array<string>(20).fill(person))
    const responses = await Promise.all(readers.map((reader) => api.fetch(reader, `${base}/events`)))
    const runId = await startRun()
    const all = await Promise.all(responses.map((response) => readEvents(response, isOf(runId))))
    expect(new Set(all.map((events) => told(events).at(-1)))).toEqual(new Set([`${runId} queued`]))
  })

  it('tells those who have a flow open who else has it open, and until when', async () => {
    await join(api, base.split('/').at(-1) ?? '', 'bob', ['viewer'])
    const { body: flow } = await api.call('ada', 'POST', `${base}/flows`, ends)
    const leaving = new AbortController()
    const open = (person: string, init: RequestInit = {}) => api.fetch(person, `${base}/events?flow=${flow.id}`, init)
    const uids = ({ data }: ServerSentEvent) => data.people.map(({ uid }: { uid: string }) => uid).toSorted()
    let hasBobCome = false
    const seen = readEvents(await open('ada'), (event) => {
      if (event.event !== 'presence') return false
      if (uids(event).includes('bob')) {
        hasBobCome = true
        leaving.abort()
      }
      return hasBobCome && uids(event).length === 1
    })
    const bobs = await open('bob', { signal: leaving.signal })
    const told = (await seen).filter(({ event }) => event === 'presence')
    // Who comes together is told together.
    expect(told.map(uids).slice(-2)).toEqual([['ada', 'bob'], ['ada']])
    expect(told.at(-1)?.data).toMatchObject({ flow_id: flow.id })
    await bobs.body?.cancel().catch(() => undefined)
  })
})
