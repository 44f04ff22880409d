import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { type CommandLine, startCommandLine } from '../support/command-line.ts'
import { run } from '../support/run-sql.ts'
import { makeScratchFolder } from '../support/scratch-folder.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { type Issuer, startIssuer } from '../support/start-issuer.ts'

type Environment = Readonly<Record<string, string>>

interface Ended {
  readonly code: number | null
  readonly output: string
}

const PAGE = readFileSync('docs/recipes.md', 'utf8')
const PATH = process.env['PATH'] ?? ''

/** The blocks of a language in the page, in order, as they are written. */
const blocks = (language: string): readonly string[] =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text)

// Before anything is started.
await needs({ sh: '-c true', bash: '--version', curl: '--version', jq: '--version', python3: '--version' })

describe('a recipe of docs/recipes.md', { timeout: 120_000 }, () => {
  let api: Api
  let commandLine: CommandLine
  let issuer: Issuer
  let base: string
  let shop: string
  let values: Readonly<Record<string, string>>
  let folder: string

  beforeAll(async () => {
    api = await startApi()
    issuer = await startIssuer()
    const organization = await api.organizationOf('ada', 'Analytical Engines')
    base = `/v1/organizations/${organization}`
    for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
    shop = urlOfDatabase(api, 'shop')
    await run(shop, 'create table orders as select n as id from generate_series(1, 100) n')
    const { body: flow } = await api.call('ada', 'POST', `${base}/flows`, {
      name: 'Orders',
      source_connection: { id: await addPostgresConnection(api, 'ada', base, 'shop') },
      destination_connection: { id: await addPostgresConnection(api, 'ada', base, 'warehouse') },
      config: { streams: [{ entity: 'public.orders', target: 'public.orders' }] },
    })
    commandLine = await startCommandLine(api, base, 'runner')
    const { body: program } = await api.call('ada', 'POST', `${base}/service-members`, {
      ...{ name: 'CI', role: 'runner', has_key: false },
    })
    await api.call('ada', 'POST', `${base}/service-members/${program.id}/federated-credentials`, {
      ...{ issuer: issuer.origin, audience: url(), subject: 'repo:octo/shop:ref:refs/heads/main' },
    })
    values = {
      'https://millrace.example': url(),
      '11111111-1111-4111-8111-111111111111': organization,
      '22222222-2222-4222-8222-222222222222': flow.id,
      '33333333-3333-4333-8333-333333333333': program.id,
    }
  })
  afterAll(async () => {
    await commandLine.stop()
    await issuer.stop()
    await api.stop()
  })
  beforeEach(async () => {
    folder = makeScratchFolder('recipes')
    mkdirSync(join(folder, 'bin'))
    await run(api.storeUrl, 'delete from millrace.runs')
  })

  const url = () => commandLine.environment['MILLRACE_URL'] ?? ''
  const key = () => commandLine.environment['MILLRACE_KEY'] ?? ''
  /** With our values in place of those of the page. */
  const filled = (text: string) =>
    Object.entries(values).reduce((so, [written, ours]) => so.replaceAll(written, ours), text)
  const file = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  /** A program that comes before others of its name. */
  const program = (name: string, text: string) => chmodSync(file(join('bin', name), text), 0o755)
  const withPrograms = () => `${join(folder, 'bin')}${delimiter}${PATH}`
  const runs = () =>
    run<{ status: string; idempotency_key: string | null }>(
      api.storeUrl,
      'select status, idempotency_key from millrace.runs order by queued_at',
    )
  const withoutTable = async (work: () => Promise<void>) => {
    await run(shop, 'alter table orders rename to gone')
    try {
      await work()
    } finally {
      await run(shop, 'alter table gone rename to orders')
    }
  }

  describe('GitHub Actions', () => {
    let tokens: Server

    beforeAll(async () => {
      tokens = createServer(async ({ url: asked = '', headers }, response) => {
        const { searchParams } = new URL(asked, 'http://tokens')
        const isJob = headers.authorization === 'Bearer of-the-job' && searchParams.get('api-version') === '2.0'
        const token = await issuer.mint({ aud: searchParams.get('audience') })
        response.writeHead(isJob ? 200 : 403).end(JSON.stringify({ value: token }))
      })
      await new Promise<void>((resolve) => void tokens.listen(0, '127.0.0.1', resolve))
    })
    afterAll(() => new Promise((resolve) => tokens.close(resolve)))

    /** Each step as a runner starts it: docs.github.com/actions/reference/workflows-and-actions/workflow-syntax (shell). */
    const runJob = async (): Promise<Ended> => {
      const workflow = parse(filled(blocks('yaml')[0] ?? ''))
      const { load } = workflow.jobs
      expect(workflow.permissions).toEqual({ 'id-token': 'write' })
      expect(workflow.defaults.run.shell).toBe('bash')
      program('sleep', '#!/bin/sh\nexec /bin/sleep 0.2\n')
      const { port } = tokens.address() as AddressInfo
      const environment = {
        ...load.env,
        PATH: withPrograms(),
        GITHUB_RUN_ID: '42',
        GITHUB_RUN_ATTEMPT: '1',
        ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/token?api-version=2.0`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
      }
      let ended: Ended = { code: null, output: '' }
      for (const { run: script } of load.steps as readonly { run: string }[]) {
        const step = ['--noprofile', '--norc', '-eo', 'pipefail', file('step.sh', script)]
        ended = await execute('bash', step, environment)
        if (ended.code !== 0) break
      }
      return ended
    }

    it('runs the flow with a key for its token, waits, and shows no key', async () => {
      const { code, output } = await runJob()
      expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/Run: .*\/runs\/[\da-f-]{36}/) })
      expect(output.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain('mlr_')
      expect(await runs()).toEqual([{ status: 'succeeded', idempotency_key: 'github-42-1' }])
    })

    it('fails if the run does', () =>
      withoutTable(async () => {
        expect(await runJob()).toMatchObject({ code: 1, output: expect.stringContaining('has ended: failed') })
      }))
  })

  it('cron: the line starts the flow, once a day', async () => {
    file('.millrace', `Authorization: Bearer ${key()}\n`)
    const lines = filled(blocks('crontab')[0] ?? '')
      .trim()
      .split('\n')
    const [assignment = '', line = ''] = lines
    const [name = '', value = ''] = assignment.split(/=(.*)/)
    const command = line.split(' ').slice(5).join(' ')
    // To cron, a bare per cent sign ends the command (crontab(5)).
    expect(command).not.toMatch(/(?<!\\)%/)
    const environment = { HOME: folder, LOGNAME: 'ada', SHELL: '/bin/sh', PATH: '/usr/bin:/bin', [name]: value }
    const started = () => execute('/bin/sh', ['-c', command.replaceAll(String.raw`\%`, '%')], environment)
    expect(await started()).toEqual({ code: 0, output: '' })
    expect(await started()).toEqual({ code: 0, output: '' })
    const idempotency_key = expect.stringMatching(/^cron-\d{4}-\d\d-\d\d$/)
    await expect.poll(runs, { timeout: 40_000 }).toMatchObject([{ status: 'succeeded', idempotency_key }])
  })

  it('Airflow: the operator runs the flow in a DAG, and fails if the run does', async () => {
    const [operator = '', dag = ''] = blocks('python')
    mkdirSync(join(folder, 'airflow'))
    file('airflow/__init__.py', AIRFLOW)
    file('airflow/models.py', 'from airflow import BaseOperator\n')
    file('millrace_operator.py', filled(operator))
    file('dag.py', filled(dag))
    file('task.py', TASK)
    const task = (attempt: number) =>
      execute('python3', [join(folder, 'task.py'), String(attempt), key()], { PATH, PYTHONPATH: folder })
    const { code, output } = await task(1)
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/^[\da-f-]{36}\n$/) })
    // As if the worker had been replaced.
    expect((await task(1)).output).toBe(output)
    await withoutTable(async () => {
      expect(await task(2)).toMatchObject({ code: 1, output: expect.stringContaining('has ended: failed') })
    })
    expect(await runs()).toMatchObject([{ status: 'succeeded' }, { status: 'failed' }])
  })

  it('dbt: builds after the run, and not after a run that has failed', async () => {
    program(
      'millrace',
      `#!/bin/sh\nexec "${process.execPath}" "${join(process.cwd(), 'src/server/millrace.ts')}" "$@"\n`,
    )
    program('dbt', `#!/bin/sh\necho "$@" >> "${join(folder, 'dbt.log')}"\n`)
    const script = file('load.sh', filled(blocks('sh')[0] ?? ''))
    const environment = { ...commandLine.environment, PATH: withPrograms() }
    await withoutTable(async () => {
      expect(await execute('sh', [script], environment)).toMatchObject({ code: 10 })
    })
    expect(await execute('sh', [script], environment)).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder, 'dbt.log'), 'utf8')).toBe('build --select source:shop+\n')
  })

  it('Terraform: starts the flow once for each release', async () => {
    const [block = ''] = blocks('hcl')
    file('main.tf', filled(block))
    const terraform = (...words: readonly string[]) =>
      execute('terraform', [`-chdir=${folder}`, ...words, '-no-color', '-input=false'], {
        ...{ PATH, HOME: folder, CHECKPOINT_DISABLE: '1', TF_VAR_release: 'v1', TF_VAR_millrace_key: key() },
      })
    const isInstalled = (await execute('terraform', ['version'], { PATH, CHECKPOINT_DISABLE: '1' })).code === 0
    const apply = () =>
      isInstalled
        ? terraform('apply', '-auto-approve')
        : execute('/bin/sh', ['-c', /<<-EOT\n(.*?)EOT/s.exec(block)?.[1] ?? ''], {
            ...{ PATH, KEY: key(), RELEASE: 'v1', FLOW: filled(/FLOW += "(.*)"/.exec(block)?.[1] ?? '') },
          })
    if (isInstalled) expect(await terraform('init')).toMatchObject({ code: 0 })
    expect(await apply()).toMatchObject({ code: 0 })
    expect(await apply()).toMatchObject({ code: 0 })
    await expect
      .poll(runs, { timeout: 40_000 })
      .toMatchObject([{ status: 'succeeded', idempotency_key: 'terraform-v1' }])
    if (isInstalled) expect(readFileSync(join(folder, 'terraform.tfstate'), 'utf8')).not.toContain(key())
  })
})

/** Runs a program with these variables and no others. A program that is missing ends with no code. */
function execute(command: string, words: readonly string[], environment: Environment): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, words, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('error', (error) => resolve({ code: null, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** @throws Error that names the programs that this machine lacks */
async function needs(programs: Readonly<Record<string, string>>): Promise<void> {
  const ended = await Promise.all(
    Object.entries(programs).map(async ([name, words]) => {
      const { code } = await execute(name, words.split(' '), { PATH })
      return code === 0 ? [] : [name]
    }),
  )
  const missing = ended.flat()
  if (missing.length > 0)
    throw new Error(`docs/recipes.md is checked with programs that this machine lacks: install ${missing.join(', ')}`)
}

/** What the page uses of Airflow, with the same signatures. */
const AIRFLOW = `
class BaseOperator:
    template_fields = ()

    def __init__(self, *, task_id):
        self.task_id = task_id


class DAG:
    def __init__(self, dag_id, *, schedule, start_date, catchup):
        self.dag_id = dag_id

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass
`

/** Renders the templates of the task, as Airflow does before it executes it, and executes it. */
const TASK = `
import sys, time, types
from dag import load

attempt, key = sys.argv[1:]
pause = time.sleep
time.sleep = lambda seconds: pause(0.2)
for field in load.template_fields:
    setattr(load, field, getattr(load, field).replace("{{ var.value.millrace_key }}", key))
try:
    print(load.execute({"run_id": "scheduled__2026-03-02", "ti": types.SimpleNamespace(try_number=int(attempt))}))
except RuntimeError as error:
    sys.exit(str(error))
`
