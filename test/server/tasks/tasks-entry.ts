import { setTimeout as sleep } from 'node:timers/promises'
import { sentence } from '../../../src/core/catalog/sentence.ts'
import { ConnectorError } from '../../../src/engine/ports/connector.ts'
import { RequestError } from '../../../src/server/domain/request-error.ts'
import { serveTasks, type TaskAbove, type Wishes } from '../../../src/server/tasks/serve-tasks.ts'
import { LeftInQueue } from '../../../src/server/worker/runs/left-in-queue.ts'

/** What an account has left in the process. */
const left: string[] = []

type Call = (call: unknown, above: TaskAbove, wishes: Wishes) => Promise<unknown>

const CALLS: Readonly<Record<string, Call>> = {
  echo: async (call) => call,
  leave: async (call) => left.push(String(call)) && left,
  pid: async () => process.pid,
  secrets: async () => ({ arguments: process.argv, environment: process.env }),
  memory: async () => {
    const kept: Buffer[] = []
    for (;;) {
      kept.push(Buffer.alloc(16 << 20, 1))
      await sleep(5)
    }
  },
  heap: async () => {
    const kept: object[] = []
    for (;;) kept.push({ number: kept.length })
  },
  endless: async () => {
    for (;;);
  },
  'endless later': async () => {
    setTimeout(() => {
      for (;;);
    }, 10)
  },
  exit: async () => process.exit(7),
  wish: async (wish, _, wishes) => {
    const signal = wishes[wish as keyof Wishes]
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return `heard ${wish}`
  },
  fail: async (kind) => {
    if (kind === 'connector')
      throw new ConnectorError({ code: 'ACCESS_REFUSED', message: sentence`Nobody ${1} there.`, retryable: true })
    if (kind === 'request') throw new RequestError('conflict', 'TAKEN', sentence`Taken.`, { field: 'name' })
    if (kind === 'left') throw new LeftInQueue('later')
    throw Object.assign(new Error('the store is away'), { code: 'ECONNREFUSED' })
  },
  tell: async (_, { log, counters }) => {
    log.warn('told', { number: 1, error: Object.assign(new Error('why'), { code: 'E1', secret: 'hidden' }) })
    counters.count('millrace_rows_written_total', {}, 3)
  },
  ask: async (_, { ask }) =>
    ask({ kind: 'stand-in', owner: { organizationId: 'a', integrationId: 'b' }, integration: 'postgres', stored: {} }),
}

const never = new AbortController().signal
const NO_WISHES: Wishes = { abort: never, cancel: never, enough: never }

serveTasks(async (setup, above) => ({
  perform: {
    run: async () => CALLS['memory']?.(undefined, above, NO_WISHES),
    call: async ({ name, call }, wishes) => (name === 'setup' ? setup : CALLS[name]?.(call, above, wishes)),
  },
  forget: async () => void left.splice(0),
}))
