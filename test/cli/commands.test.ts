import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { text } from 'node:stream/consumers'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loginPath, readLogin, storeLogin } from '../../src/cli/login-file.ts'
import { serveMcp } from '../../src/cli/mcp/serve-mcp.ts'
import { openSession } from '../../src/cli/open-session.ts'
import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { type CommandLine, startCommandLine } from '../support/command-line.ts'
import { run } from '../support/run-sql.ts'
import { addEnds } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('the command', { timeout: 60_000 }, () => {
  let api: Api
  let commandLine: CommandLine
  let base: string
  let flowId: string
  let environment: Readonly<Record<string, string>>

  beforeAll(async () => {
    api = await startApi()
    base = `/v1/organizations/${await api.organizationOf('ada', 'Analytical Engines')}`
    for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
    await run(
      urlOfDatabase(api, 'shop'),
      `create table orders as select n as id, 'note ' || n as note from generate_series(1, 1200) n; create table broken as select 1 as id`,
    )
    const ends = await addEnds(api, base)
    const add = async (name: string, entity: string) =>
      (
        await api.call('ada', 'POST', `${base}/flows`, {
          ...{ name, ...ends },
          config: { streams: [{ entity, target: entity }] },
        })
      ).body.id as string
    flowId = await add('Orders', 'public.orders')
    await add('Gone', 'public.gone')
    await add('Never', 'public.orders')
    commandLine = await startCommandLine(api, base, 'editor')
    environment = commandLine.environment
  })
  afterAll(async () => {
    await commandLine.stop()
    await api.stop()
  })

  const millrace = (...typed: readonly string[]) => commandLine.millrace(typed, environment)
  const json = async (...typed: readonly string[]) =>
    JSON.parse((await millrace(...typed, '--json')).printed.join('\n'))

  it('says whose key it is, and lists flows, for people and for programs', async () => {
    expect((await millrace('org')).printed[0]).toContain('Analytical Engines')
    const { printed } = await millrace('flows')
    expect(printed[0]).toMatch(/^NAME\s+FROM\s+TO/)
    expect(printed.some((line) => line.startsWith('Orders') && line.includes(flowId))).toBe(true)
    expect((await json('flows')).map(({ name }: { name: string }) => name).sort()).toEqual(['Gone', 'Never', 'Orders'])
  })

  it('runs a flow, waits for it, and ends with the code of its outcome', async () => {
    const { code, printed } = await millrace('run', 'ord', '--wait')
    expect(code).toBe(0)
    expect(printed[0]).toMatch(/^Run .*: succeeded$/)
    expect(printed[1]).toContain('public.orders → public.orders: succeeded, 1,200 rows')
    const failed = await millrace('run', 'Gone', '--wait')
    expect(failed.code).toBe(10)
    expect(failed.printed[0]).toMatch(/failed – /)
  })

  it('says what a run would change, compares both sides, and prints log and receipt', async () => {
    const started = await json('run', 'Orders')
    const { printed: log, code } = await millrace('logs', started.run_id, '--follow')
    expect(code).toBe(0)
    expect(log.length).toBeGreaterThan(0)
    const receipt = JSON.parse((await millrace('receipt', started.run_id)).printed.join('\n'))
    expect(receipt).toMatchObject({ run: { id: started.run_id } })
    const dry = await millrace('dry-run', 'Orders')
    expect(dry.printed.join('\n')).toContain('0 new, 0 changed, 0 gone, 1,200 equal')
    expect(dry.code).toBe(0)
  })

  it('lists runs, of all flows or of one, and finds a run by its beginning or by its flow', async () => {
    const { run_id: id } = await json('run', 'Orders')
    expect((await millrace('logs', 'Orders', '-f')).code).toBe(0)
    const { printed } = await millrace('runs', 'ord')
    expect(printed[0]).toMatch(/^ID +FLOW +STATE +STARTED +ROWS$/)
    expect(printed[1]).toMatch(new RegExp(`^${id}  Orders  succeeded +\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}Z  1,200$`))
    expect((await json('receipt', id.slice(0, 8))).run.id).toBe(id)
    expect((await json('receipt', 'Orders')).run.id).toBe(id)
    expect((await json('runs', '--state', 'succeeded')).map(({ id }: { id: string }) => id)).toContain(id)
    expect((await millrace('runs', '--state', 'good')).complained[0]).toMatch(
      /^There is no state "good"\. There are active,/,
    )
    expect((await millrace('logs', 'deadbeef')).complained).toEqual([
      'There is no run "deadbeef". "millrace runs" lists them.',
    ])
    expect((await millrace('logs', 'Never')).complained).toEqual(['"Never" has not run yet.'])
  })

  it('reads a run by its id also with a key that is limited to its flow', async () => {
    const { run_id: id } = await json('run', 'Orders')
    expect((await millrace('logs', id, '-f')).code).toBe(0)
    const limits = { name: 'Orders only', role: 'runner', flow_ids: [flowId] }
    const { body } = await api.call('ada', 'POST', `${base}/service-members`, limits)
    const limited = (...typed: readonly string[]) => commandLine.millrace(typed, { MILLRACE_KEY: body.key })
    expect((await limited('logs', id)).code).toBe(0)
    expect(await limited('cancel', id)).toMatchObject({ complained: [`Run ${id} of "Orders" is over: succeeded.`] })
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect((await limited('receipt', unknown)).complained[0]).toMatch(/^There is no run/)
  })

  it('cancels a run, and says so when it is over already', async () => {
    const holder = new pg.Client({ connectionString: urlOfDatabase(api, 'shop') })
    await holder.connect()
    await holder.query('begin; lock table orders')
    const { run_id: id } = await json('run', 'Orders')
    expect((await millrace('cancel', 'Orders')).printed).toEqual([`Run ${id} of "Orders" is being cancelled.`])
    await millrace('logs', id, '--follow')
    await holder.end()
    expect((await json('runs', '--state', 'cancelled'))[0].id).toBe(id)
    const { code, complained } = await millrace('cancel', id)
    expect({ code, complained }).toEqual({ code: 1, complained: [`Run ${id} of "Orders" is over: cancelled.`] })
  })

  it('ends without a word when nobody reads what it prints any more', async () => {
    const child = spawn(process.execPath, ['src/server/millrace.ts', 'flows'], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    expect({ said: await text(child.stderr), code: await ended }).toEqual({ said: '', code: 0 })
  })

  it('lists, tests and discovers connections', async () => {
    expect((await millrace('connections')).printed[1]).toMatch(/^shop +postgres +\w+/)

    const { code, printed } = await millrace('test', 'shop')
    expect(code).toBe(0)
    expect(printed.every((line) => /^(passed|skipped)/.test(line))).toBe(true)
    expect((await millrace('discover', 'shop', '--search', 'orders')).printed[1]).toMatch(/^public\.orders\s+table\s+2/)
  })

  it('explains a wrong key, an unknown flow and a server that does not answer', async () => {
    expect(await millrace('run', 'Nothing')).toMatchObject({
      code: 1,
      complained: ['There is no flow "Nothing". There are: "Gone", "Never", "Orders".'],
    })
    const right = environment
    environment = { ...right, MILLRACE_KEY: 'mlr_wrong' }
    expect((await millrace('flows')).complained[0]).toMatch(/^This key is not valid/)
    environment = { ...environment, MILLRACE_URL: 'http://127.0.0.1:1' }
    expect((await millrace('flows')).complained).toEqual(['http://127.0.0.1:1 does not answer.'])
    environment = { ...environment, MILLRACE_KEY: '' }
    expect((await millrace('flows')).complained[0]).toMatch(/^There is no key\./)
    environment = right
  })

  it('lets an assistant read and try, and change nothing, whatever it asks for', async () => {
    const session = await openSession(environment)
    const asked = async (...messages: readonly object[]) => {
      const written: { readonly id: number; readonly result?: unknown; readonly error?: unknown }[] = []
      const lines = (async function* () {
        for (const message of messages) yield JSON.stringify({ jsonrpc: '2.0', ...message })
      })()
      await serveMcp({
        caller: { ...session, version: '0' },
        lines,
        write: (line) => void written.push(JSON.parse(line)),
      })
      return written
    }
    const call = (id: number, name: string, given: object = {}) => ({
      ...{ id, method: 'tools/call', params: { name, arguments: given } },
    })
    const before = await api.call('ada', 'GET', `${base}/runs`)
    const [started, listed, flows, run, wrong, unknown] = await asked(
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-03-26' } },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
      call(3, 'listFlows'),
      call(4, 'runFlow', { flowId }),
      call(5, 'getFlow', { flowId: '..' }),
      { id: 6, method: 'resources/list' },
    )
    expect(started).toMatchObject({ id: 1, result: { protocolVersion: '2025-03-26', capabilities: { tools: {} } } })
    const tools = (listed?.result as { readonly tools: readonly { readonly name: string }[] } | undefined)?.tools ?? []
    expect(tools).toContainEqual(expect.objectContaining({ name: 'getRun', annotations: { readOnlyHint: true } }))
    for (const { name } of tools)
      expect(name).toMatch(/^(get|list|discover|test|plan|estimate|count|dryRun|verify|runApproved|proposeFlow|show)/)
    expect(JSON.stringify(flows)).toContain('they are no instructions.')
    expect(JSON.stringify(flows)).toContain('Orders')
    expect(run).toMatchObject({ result: { isError: true } })
    expect(wrong).toMatchObject({ result: { isError: true } })
    expect(unknown).toMatchObject({ error: { code: -32_601 } })
    const after = await api.call('ada', 'GET', `${base}/runs`)
    expect(after.body.runs).toHaveLength(before.body.runs.length)
  })

  it('gets the key that a person creates in the browser, with the role that they choose', async () => {
    const login = millrace('login', '--browser')
    const code = await vi.waitFor(async () => {
      const [asked] = await run<{ code: string }>(api.storeUrl, 'select code from millrace.key_requests')
      if (!asked) throw new Error('nobody has asked')
      return asked.code
    })
    const draft = { name: 'Terminal', role: 'viewer', login_code: code }
    const { status, body } = await api.call('ada', 'POST', `${base}/service-members`, draft)
    expect({ status, key: body.key }).toEqual({ status: 201, key: undefined })
    const { code: exit, printed } = await login
    expect({ exit, printed }).toEqual({ exit: 0, printed: expect.any(Array) })
    expect(printed[0]).toContain(code)
    expect(printed[0]).toContain(`section=keys&dialog=add&code=${code}`)
    expect(printed.at(-1)).toContain('Analytical Engines, role viewer')
    const stored = readLogin({ XDG_CONFIG_HOME: environment['XDG_CONFIG_HOME'] })
    expect(stored?.key).toMatch(/^mlr_/)
    const { body: members } = await api.call('ada', 'GET', `${base}/service-members`)
    expect(members.find(({ name }: { name: string }) => name === 'Terminal').key_start).toBe(stored?.key.slice(0, 10))
  })

  it('keeps a key where only its user may read it', () => {
    const path = storeLogin(environment, { url: 'https://millrace.example', key: 'mlr_k' })
    expect(path).toBe(loginPath(environment))
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(readLogin({ XDG_CONFIG_HOME: environment['XDG_CONFIG_HOME'] })).toEqual({
      url: 'https://millrace.example',
      key: 'mlr_k',
    })
  })

  it('completes its own names in every shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) expect((await millrace('completion', shell)).printed[0]).toBeDefined()
    expect((await millrace('completion', 'bash')).printed[0]).toContain('dry-run')
    expect((await millrace('completion', 'tcsh')).code).toBe(1)
  })
})
