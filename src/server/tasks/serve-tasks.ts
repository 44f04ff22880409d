import { withCallKey } from '../domain/repeats/answer-once.ts'
import type { Counters } from '../host/counters.ts'
import type { Log, LogFields } from '../host/log.ts'
import { logContext, withLogContext, withTrace } from '../host/log-context.ts'
import { plainFields } from '../host/stream-log.ts'
import type { Tracer } from '../host/tracing.ts'
import type { Announcer } from '../store/database/announcer.ts'
import { withCommitCheck } from '../store/database/commit-check.ts'
import type { MessageFromTask, MessageToTask, Question, Task, TaskContext, TaskKind, Wish } from './messages.ts'
import { errorFrom, type SentError, toSentError } from './sent-error.ts'

/** The wishes of others for a task, each aborted when it comes. */
export type Wishes = Readonly<Record<Wish, AbortSignal>>

/** How each kind of task is done. */
export type Performers = {
  readonly [Kind in TaskKind]?: (task: Extract<Task, { kind: Kind }>, wishes: Wishes) => Promise<unknown>
}

export interface OpenedTasks {
  readonly perform: Performers
  /** Deletes what tasks have left; the next one is of another account. */
  forget(): Promise<void>
}

/** What the parent does for its tasks. */
export interface TaskAbove {
  readonly log: Log
  readonly counters: Counters
  readonly record: Tracer['record']
  readonly announce: Announcer['announce']
  /** @throws what the parent throws */
  readonly ask: (question: Question) => Promise<unknown>
}

/** A process that has more memory than this is not kept for another task, in bytes. */
const MAX_KEPT_BYTES = 192 * 1024 * 1024

/**
 * Makes this process one of tasks: it gets its setup and then tasks from its parent, and ends with it.
 * @param open called once, with the setup of the parent
 */
export function serveTasks<Setup>(open: (setup: Setup, above: TaskAbove) => Promise<OpenedTasks>): void {
  let opened: OpenedTasks | undefined
  let wishes: Record<Wish, AbortController> | undefined
  /** Something unexpected has happened. */
  let isSpoiled = false
  const isReusable = () => !isSpoiled && process.memoryUsage.rss() < MAX_KEPT_BYTES
  const questions = makeQuestions()
  const above: TaskAbove = { ...FORWARDED, ask: questions.ask }

  const perform = async (task: Task, context: TaskContext) => {
    wishes = { abort: new AbortController(), cancel: new AbortController(), enough: new AbortController() }
    const { abort, cancel, enough } = wishes
    send({ kind: 'begun' })
    const signals = { abort: abort.signal, cancel: cancel.signal, enough: enough.signal }
    const before = process.cpuUsage()
    try {
      const answer = await within(context, () => performerOf(opened, task)(task, signals))
      send({ kind: 'done', answer, isReusable: isReusable(), seconds: secondsSince(before) })
    } catch (error) {
      const sent = toSentError(error)
      isSpoiled ||= sent.is === 'other' || abort.signal.aborted
      send({ kind: 'failed', error: sent, isReusable: isReusable(), seconds: secondsSince(before) })
    } finally {
      wishes = undefined
    }
  }
  const obey = async (message: MessageToTask): Promise<void> => {
    switch (message.kind) {
      case 'set-up':
        opened = await open(message.setup as Setup, above)
        return send({ kind: 'ready' })
      case 'task':
        return perform(message.task, message.context)
      case 'wish':
        return wishes?.[message.wish].abort()
      case 'forget':
        await opened?.forget()
        globalThis.gc?.()
        return send({ kind: 'ready' })
      case 'ping':
        return send({ kind: 'pong' })
      case 'answered':
        return questions.take(message.number, message.answer, message.error)
    }
  }
  const unexpected = (message: string) => (error: unknown) => {
    isSpoiled = true
    above.log.error(message, { error })
  }
  process.on('unhandledRejection', unexpected('A promise was rejected without a handler.'))
  process.on('uncaughtException', unexpected('An error was thrown and not caught.'))
  endWithParent()
  process.on('message', (message: MessageToTask) => {
    obey(message).catch((error: unknown) => {
      above.log.error('A process of tasks could not be set up.', { error })
      // Sent before it ends.
      process.send?.({ kind: 'pong' }, () => process.exit(1))
    })
  })
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** And not before: a terminal and a service manager send their signals to all processes at once. */
function endWithParent(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  // Not `exit`, which would wait for the current work of native code.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

const send = (message: MessageFromTask): void => {
  // Without a parent nobody needs it; `disconnect` ends this process.
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

function within<T>({ log, trace, key }: TaskContext, work: () => Promise<T>): Promise<T> {
  const announced = () => withCommitCheck(reportChange, work)
  const noted = () => (key ? withCallKey(key, announced) : announced())
  return withLogContext(log, () => (trace ? withTrace(trace, noted) : noted()))
}

function performerOf(opened: OpenedTasks | undefined, task: Task) {
  const performer = opened?.perform[task.kind]
  if (!performer) throw new Error(`no task of the kind ${task.kind} is known here`)
  return performer as (task: Task, wishes: Wishes) => Promise<unknown>
}

const reportChange = async (_: unknown, hasChanged: boolean): Promise<void> => {
  if (hasChanged) send({ kind: 'changes' })
}

/** The context is added here, because the parent does not know it. */
const logAt =
  (level: keyof Log) =>
  (message: string, fields: LogFields = {}) =>
    send({ kind: 'log', level, message, fields: plainFields({ ...logContext(), ...fields }) })

const FORWARDED: Omit<TaskAbove, 'ask'> = {
  log: { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
  counters: {
    count: (name, labels = {}, by = 1) => send({ kind: 'count', name, labels, by }),
    observe: (name, seconds, labels = {}) => send({ kind: 'observe', name, seconds, labels }),
  },
  record: (span) => send({ kind: 'span', span }),
  announce: (announcements) => {
    if (announcements.length > 0) send({ kind: 'announce', announcements })
  },
}

function makeQuestions() {
  const asked = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  return {
    ask: (question: Question): Promise<unknown> => {
      last += 1
      const waiting = Promise.withResolvers<unknown>()
      asked.set(last, waiting)
      send({ kind: 'ask', number: last, question })
      return waiting.promise
    },
    take: (number: number, answer: unknown, error: SentError | undefined): void => {
      const waiting = asked.get(number)
      asked.delete(number)
      if (error) waiting?.reject(errorFrom(error))
      else waiting?.resolve(answer)
    },
  }
}
