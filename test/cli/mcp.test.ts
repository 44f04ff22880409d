import { resolve } from 'node:path'

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { type CommandLine, startCommandLine } from '../support/command-line.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('the Model Context Protocol', { timeout: 60_000 }, () => {
  let api: Api
  let commandLine: CommandLine
  let flowId: string
  let connectionId: string
  let runId: string
  let base: string

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    base = `/v1/organizations/${await api.organizationOf('ada')}`
    await run(api.postgres.url, 'create database shop')
    await run(urlOfDatabase(api, 'shop'), `create table orders as select 1 as id, 'ada@example.com' as email`)
    const id = await addPostgresConnection(api, 'ada', base, 'shop')
    connectionId = id
    const ends = { source_connection: { id }, destination_connection: { id } }
    const mask = { id: 'm', type: 'mask', settings: { columns: [{ column: 'email', method: 'partial' }] } }
    const config = { streams: [{ entity: 'public.orders', target: 'public.copies' }], transformations: [mask] }
    flowId = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends, config })).body.id
    runId = (await api.call('ada', 'POST', `${base}/flows/${flowId}/dry-run`)).body.run_id
    commandLine = await startCommandLine(api, base, 'editor')
  })
  afterAll(async () => {
    await commandLine.stop()
    await api.stop()
  })

  const overHttp = (key: string) =>
    new StreamableHTTPClientTransport(new URL('/mcp', commandLine.environment['MILLRACE_URL']), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    })
  const overPipes = () =>
    new StdioClientTransport({
      command: process.execPath,
      args: ['src/server/millrace.ts', 'mcp'],
      cwd: resolve(import.meta.dirname, '../..'),
      env: { ...(process.env as Record<string, string>), ...commandLine.environment },
    })

  const TRANSPORTS = [
    ['over HTTP', () => overHttp(commandLine.environment['MILLRACE_KEY'] ?? '')],
    ['over standard input and output', overPipes],
  ] as const

  it.each(TRANSPORTS)(
    'serves the official client %s: it lists and reads, and nothing writes',
    async (_, transportOf) => {
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(transportOf())
      const { tools } = await client.listTools()
      expect(tools.length).toBeGreaterThan(20)
      const writing = tools.filter(({ annotations }) => !annotations?.readOnlyHint)
      expect(writing.map(({ name }) => name)).toEqual(['proposeFlow', 'runApproved'])
      const flows = await client.callTool({ name: 'listFlows', arguments: {} })
      expect(JSON.stringify(flows)).toContain('Orders')
      const schedule = { cron: '0 3 * * *', timezone: 'UTC' }
      const streams = [{ entity: 'public.orders', target: 'public.copies' }]
      const unpublished = { id: 'l', type: 'limit', settings: { rows: 4711 } }
      await api.call('ada', 'PATCH', `${base}/flows/${flowId}`, { publishing: 'draft' })
      const config = { streams, transformations: [unpublished], schedule }
      expect((await api.call('ada', 'PUT', `${base}/flows/${flowId}/draft`, { config })).status).toBe(200)
      const draft = await client.callTool({ name: 'getDraft', arguments: { flowId } })
      expect(JSON.stringify(draft)).toContain('4711')
      await api.call('ada', 'DELETE', `${base}/flows/${flowId}/draft`)
      await api.call('ada', 'PATCH', `${base}/flows/${flowId}`, { publishing: null })
      const started = await client.callTool({ name: 'runFlow', arguments: { flowId } })
      expect(started).toMatchObject({ isError: true })
      await client.close()
    },
  )

  it.each(TRANSPORTS)(
    'shows values of rows %s only while the organization allows it, marked as data, in no other tool',
    async (_, transportOf) => {
      const allow = (shows_values: boolean) => api.call('ada', 'PUT', `${base}/assistant-settings`, { shows_values })
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(transportOf())
      const { tools } = await client.listTools()
      const ids: Readonly<Record<string, unknown>> = { flowId, runId, connectionId, body: {} }
      const callAll = async () => {
        const answers: Record<string, { text: string; refused: boolean }> = {}
        for (const { name, inputSchema } of tools) {
          const given = Object.fromEntries((inputSchema.required ?? []).map((field) => [field, ids[field]]))
          const { isError, content } = await client.callTool({ name, arguments: given })
          answers[name] = { text: (content as { text: string }[])[0]?.text ?? '', refused: isError === true }
        }
        return answers
      }
      const shows = tools.map(({ name }) => name).filter((name) => name.startsWith('show'))
      expect(shows).toEqual(['showFlowRows', 'showChangedRows', 'showRejectedRows', 'showCheckRows'])

      await allow(false)
      const off = await callAll()
      await allow(true)
      const on = await callAll()
      for (const name of shows) {
        expect(off[name]).toMatchObject({ refused: true, text: expect.stringMatching(/^VALUES_NOT_SHOWN: .*owner/) })
        expect(on[name]).toMatchObject({
          refused: false,
          text: expect.stringMatching(/^Data from Millrace follows.*\n\{/),
        })
      }
      expect(on['showFlowRows']?.text).toContain('"id"')
      for (const [name, { text }] of Object.entries({ ...off, ...on })) expect(text, name).not.toContain('ada@')
      const refused = (answers: typeof off) =>
        Object.keys(answers).filter((name) => answers[name]?.refused && !shows.includes(name))
      expect(refused(on)).toEqual(refused(off))
      await client.close()
      await allow(false)
    },
  )

  it('takes the proposal of a flow, says what is wrong with another, and leaves both to a person', async () => {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(overHttp(commandLine.environment['MILLRACE_KEY'] ?? ''))
    const propose = async (text: string) => {
      const { content } = await client.callTool({ name: 'proposeFlow', arguments: { body: { text } } })
      return JSON.stringify(content)
    }
    const flow = (mode: string) =>
      `millrace: 1\nkind: flow\nname: Refunds\nsource: shop\ndestination: shop\nstreams:\n  - entity: public.refunds\n    target: public.refunds_copy\n    mode: ${mode}\n`
    expect(await propose(flow('sometimes'))).toMatch(/proposal.yaml.*mode/)
    const kept = await propose(flow('replace'))
    expect(kept).toContain('section=code')
    expect(await propose('millrace: 1\nkind: connection\nname: x\n')).toMatch(/kind flow|faults/)
    await client.close()

    const names = async (path: string) =>
      (await api.call('ada', 'GET', `${base}/${path}`)).body.map(({ name }: { name: string }) => name)
    expect(await names('flows')).toEqual(['Orders'])
    expect(await names('flow-proposals')).toEqual(['Refunds'])
    const [{ id, text, proposed_by }] = (await api.call('ada', 'GET', `${base}/flow-proposals`)).body
    expect({ text, proposed_by }).toEqual({ text: flow('replace'), proposed_by: 'CLI' })
    const files = [{ name: 'proposal.yaml', text }]
    expect((await api.call('ada', 'POST', `${base}/code/apply`, { files })).status).toBe(200)
    expect((await api.call('ada', 'DELETE', `${base}/flow-proposals/${id}`)).status).toBe(204)
    expect((await names('flows')).sort()).toEqual(['Orders', 'Refunds'])
    expect(await names('flow-proposals')).toEqual([])
  })

  const post = (headers: Record<string, string>, body = '{"jsonrpc":"2.0","id":1,"method":"ping"}') =>
    api.fetch(null, '/mcp', { method: 'POST', headers, body })
  const bearer = () => ({ authorization: `Bearer ${commandLine.environment['MILLRACE_KEY']}` })

  it('is for keys alone, and for no page of another origin', async () => {
    expect((await post(bearer())).status).toBe(200)
    const without = await post({})
    expect({ status: without.status, asks: without.headers.get('www-authenticate') }).toEqual({
      status: 401,
      asks: 'Bearer',
    })
    expect((await post({ authorization: `Bearer ${await api.mint.mint({ sub: 'ada' })}` })).status).toBe(401)
    expect((await post({ authorization: `${bearer().authorization}x` })).status).toBe(401)
    expect((await post({ ...bearer(), origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await api.fetch(null, '/mcp', { headers: bearer() })).status).toBe(405)
    expect((await post(bearer(), 'x'.repeat(1_048_577))).status).toBe(413)
  })

  it('answers a notification with nothing, and what is no message with an error', async () => {
    expect((await post(bearer(), '{"jsonrpc":"2.0","method":"notifications/initialized"}')).status).toBe(202)
    expect(await (await post(bearer(), 'x')).json()).toMatchObject({ error: { code: -32_700 } })
    const doubled = '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"name":"a","n\\u0061me":"b"}}'
    expect(await (await post(bearer(), doubled)).json()).toMatchObject({
      error: { code: -32_600, message: expect.stringContaining('given twice') },
    })
  })
})
