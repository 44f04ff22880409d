import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, getPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'

import { ConnectorError } from '../../../src/engine/ports/connector.ts'
import { RequestError } from '../../../src/server/domain/request-error.ts'
import { withLogContext } from '../../../src/server/host/log-context.ts'
import { makePartWatch } from '../../../src/server/host/part-watch.ts'
import { NO_TRACER } from '../../../src/server/host/tracing.ts'
import { isStoreUnavailable } from '../../../src/server/store/database/store-unavailable.ts'
import { makePerformCall } from '../../../src/server/tasks/task-calls.ts'
import type { TaskParent } from '../../../src/server/tasks/task-parent.ts'
import { TaskProcesses } from '../../../src/server/tasks/task-processes.ts'
import { LeftInQueue } from '../../../src/server/worker/runs/left-in-queue.ts'

const open: TaskProcesses[] = []
afterEach(() => Promise.all(open.splice(0).map((processes) => processes.close())))

function start({ memory = 256, answer = async () => undefined }: { memory?: number; answer?: TaskParent['answer'] }) {
  const logged: (readonly [string, string, object | undefined])[] = []
  const counted: unknown[] = []
  const at = (level: string) => (message: string, fields?: object) => void logged.push([level, message, fields])
  const parts = makePartWatch()
  const processes = new TaskProcesses({
    parts,
    entry: join(import.meta.dirname, 'tasks-entry.ts'),
    setup: { masterKey: new Uint8Array([1, 2]), databaseUrl: 'postgres://somebody:secret@host/name' },
    memory,
    log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
    counters: { count: (...count) => void counted.push(count), observe: () => undefined },
    tracer: NO_TRACER,
    announce: () => {},
    answer,
  })
  open.push(processes)
  const perform = makePerformCall(processes)
  const call = (name: string, value?: unknown, { account = 'ann', signal = NEVER, seconds = 60 } = {}) =>
    perform(name, value, { account, signal, seconds })
  return { processes, call, logged, counted, parts }
}

const NEVER = new AbortController().signal

it('hands over values of every kind, and its setup never in arguments or variables', async () => {
  const { call } = start({})
  const value = { bytes: new Uint8Array([1]), at: new Date(0), large: 12n, map: new Map([['a', undefined]]) }
  expect(await call('echo', value)).toEqual(value)
  expect(await call('setup')).toMatchObject({ masterKey: new Uint8Array([1, 2]) })
  expect(JSON.stringify(await call('secrets'))).not.toContain('secret@host')
})

it('keeps the class of an error on its way', async () => {
  const { call } = start({})
  const error = async (kind: string) => call('fail', kind).catch((thrown: unknown) => thrown)
  const connector = await error('connector')
  expect(connector).toBeInstanceOf(ConnectorError)
  expect(connector).toMatchObject({ message: 'Nobody 1 there.', problem: { code: 'ACCESS_REFUSED', retryable: true } })
  expect(await error('request')).toBeInstanceOf(RequestError)
  expect(await error('request')).toMatchObject({ kind: 'conflict', code: 'TAKEN', details: { field: 'name' } })
  expect(await error('left')).toBeInstanceOf(LeftInQueue)
  expect(isStoreUnavailable(await error('store'))).toBe(true)
})

it('passes on lines of the log with their call, and metrics', async () => {
  const { call, logged, counted } = start({})
  await withLogContext({ requestId: 'first' }, () => call('echo', 1))
  await withLogContext({ requestId: 'second', runId: 'run' }, () => call('tell'))
  expect(logged).toEqual([
    ['warn', 'told', expect.objectContaining({ requestId: 'second', runId: 'run', number: 1, errorCode: 'E1' })],
  ])
  expect(JSON.stringify(logged)).not.toContain('hidden')
  expect(counted).toEqual([['millrace_rows_written_total', {}, 3]])
})

it('asks its parent, and gets its answer or its error', async () => {
  const { call } = start({ answer: async (asked) => ({ credentials: asked.kind === 'stand-in' && asked.owner }) })
  expect(await call('ask')).toEqual({ credentials: { organizationId: 'a', integrationId: 'b' } })
  const refusing = start({
    answer: async () => {
      throw new Error('none here')
    },
  })
  await expect(refusing.call('ask')).rejects.toThrow('none here')
})

it.each(['abort', 'cancel', 'enough'] as const)('tells a task that somebody wants it to %s', async (wish) => {
  const { processes } = start({})
  const wanted = new AbortController()
  const signals = {
    abort: { signal: wanted.signal },
    cancel: { cancelled: wanted.signal },
    enough: { enough: wanted.signal },
  }
  const task = { kind: 'call', name: 'wish', call: wish } as const
  const told = processes.perform(task, { account: 'ann', signal: NEVER, ...signals[wish] })
  setTimeout(() => wanted.abort(), 300)
  expect(await told).toBe(`heard ${wish}`)
})

it.each([
  ['memory', 'memory', 'used more than 256 MB of memory'],
  ['heap', 'memory', 'used more than 256 MB of memory'],
  ['endless', 'time', 'took longer than its time limit'],
  ['exit', 'failed', 'ended with code 7'],
])('a task that takes all of its process (%s) ends alone, and is told apart', async (name, reason, words) => {
  const { call } = start({})
  const others = Array.from({ length: 3 }, async (_, number) => call('echo', number, { account: `other ${number}` }))
  const seconds = name === 'endless' ? 1 : 60
  const ended = await call(name, undefined, { seconds }).catch((error: unknown) => error)
  expect(ended).toMatchObject({ name: 'TaskProcessEnded', reason, hasBegun: true, message: `The process ${words}.` })
  expect(await Promise.all(others)).toEqual([0, 1, 2])
  expect(await call('echo', 'again')).toBe('again')
})

it('uses one process for the tasks of an account, and for another account only after it has forgotten', async () => {
  const { call } = start({})
  const pid = await call('pid')
  await call('leave', 'of ann')
  expect([await call('pid'), await call('leave', 'more')]).toEqual([pid, ['of ann', 'more']])
  expect([await call('leave', 'of bob', { account: 'bob' }), await call('pid', 0, { account: 'bob' })]).toEqual([
    ['of bob'],
    pid,
  ])
})

it('does not use a process again after something unexpected', async () => {
  const { call } = start({})
  const pid = await call('pid')
  await call('fail', 'store').catch(() => undefined)
  expect(await call('pid')).not.toBe(pid)
})

it('tells whoever watches this installation that processes end by themselves, and nothing of those that took too much', async () => {
  const { call, parts } = start({})
  await call('heap').catch(() => undefined)
  await call('exit').catch(() => undefined)
  expect(parts.troubles()).toEqual([])
  await call('exit').catch(() => undefined)
  expect(parts.troubles()).toEqual([
    'A process of tasks has ended unexpectedly 2 times in the last ten minutes, the last time by code 7.',
  ])
})

it('tells that none can be started until one is ready', async () => {
  const parts = makePartWatch()
  const quiet = () => undefined
  const processes = new TaskProcesses({
    parts,
    entry: join(import.meta.dirname, 'nothing-there.ts'),
    setup: {},
    memory: 256,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    counters: { count: quiet, observe: quiet },
    tracer: NO_TRACER,
    announce: () => {},
    answer: async () => undefined,
  })
  open.push(processes)
  processes.warm()
  const down = 'A process of tasks has ended unexpectedly (code 1) and is being started again.'
  await expect.poll(() => parts.troubles(), { timeout: 10_000 }).toEqual([down])
})

it('does not use a process that has ended or hangs since its last task', async () => {
  const { call } = start({})
  process.kill(Number(await call('pid')), 'SIGKILL')
  expect(await Promise.all([call('echo', 1), call('echo', 2)])).toEqual([1, 2])
  await call('endless later')
  await sleep(50)
  expect(await call('echo', 3, { account: 'bob' })).toBe(3)
})

it('lets an account have three processes at the same time, and another account beside it', async () => {
  const { call } = start({})
  const leave = new AbortController()
  const waiting = Array.from({ length: 3 }, () => call('wish', 'abort', { signal: leave.signal }))
  const fourth = call('echo', 'fourth')
  expect(await call('echo', 'of bob', { account: 'bob' })).toBe('of bob')
  expect(await Promise.race([fourth, sleep(300, 'waits')])).toBe('waits')
  leave.abort()
  await Promise.all(waiting)
  expect(await fourth).toBe('fourth')
})

it('starts a few processes at the same time, and gives those that are free to the tasks that wait', async () => {
  const { processes } = start({})
  const tasks = 4 * Math.max(2, availableParallelism())
  const pids = await Promise.all(
    Array.from({ length: tasks }, (_, n) =>
      processes.perform({ kind: 'call', name: 'pid', call: undefined }, { account: `account ${n}`, signal: NEVER }),
    ),
  )
  expect(new Set(pids).size).toBeLessThanOrEqual(tasks * 0.75)
})

it('is ended before its parent when the machine has no more memory', async () => {
  const { call } = start({})
  const pid = await call('pid')
  expect(Number(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8'))).toBeGreaterThanOrEqual(500)
})

it('lets the process that answers calls come first', async () => {
  const { call } = start({})
  expect(getPriority(Number(await call('pid')))).toBe(getPriority() + 5)
})

it('lets the tasks of others come before a call that takes long, and before the next calls of its account', async () => {
  const { call } = start({})
  const first = Number(await call('pid'))
  const long = call('wish', 'abort', { seconds: 12 }).catch((error: unknown) => error)
  const leaving = AbortSignal.timeout(4_000)
  const left = call('wish', 'cancel', { account: 'eve', signal: leaving }).catch((error: unknown) => error)
  await expect.poll(() => getPriority(first), { timeout: 11_500 }).toBe(getPriority() + 15)
  expect(await long).toMatchObject({ reason: 'time' })
  const next = Number(await call('pid'))
  expect([getPriority(next), await call('pid')]).toEqual([getPriority() + 15, next])
  const ofOther = Number(await call('pid', undefined, { account: 'bob' }))
  expect([ofOther === next, getPriority(ofOther)]).toEqual([false, getPriority() + 5])
  // Whoever leaves a call that only waits has used nothing.
  expect(await left).toMatchObject({ reason: 'stopped' })
  const ofEve = Number(await call('pid', undefined, { account: 'eve' }))
  expect(getPriority(ofEve)).toBe(getPriority() + 5)
}, 30_000)

it('goes on when a terminal or a service manager stops all processes, and ends with its parent', async () => {
  const { call, processes } = start({})
  const pid = Number(await call('pid'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal)
  expect(await call('pid')).toBe(pid)
  await processes.close()
  expect(isAlive(pid)).toBe(false)
})

it('ends when its parent is killed, also in the middle of a task', async () => {
  const script = `
    import { TaskProcesses } from ${JSON.stringify(join(import.meta.dirname, '../../../src/server/tasks/task-processes.ts'))}
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const options = { entry: ${JSON.stringify(join(import.meta.dirname, 'tasks-entry.ts'))}, setup: {}, memory: 256, log, counters: {}, tracer: {} }
    const processes = new TaskProcesses(options)
    const signal = new AbortController().signal
    const call = (name, call) => processes.perform({ kind: 'call', name, call }, { account: 'ann', signal })
    console.log(await call('pid'))
    await call('wish', 'cancel')`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)))
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
