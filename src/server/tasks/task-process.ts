import { AsyncLocalStorage } from 'node:async_hooks'

import { launchLimited, yieldToOthers } from '../../engine/child-process/launch-limited.ts'
import { processorSeconds } from '../../engine/child-process/processor-seconds.ts'
import { currentTrace, logContext, outsideOfCalls } from '../host/log-context.ts'
import { currentKey } from '../store/database/commit-check.ts'
import type { MessageFromTask, MessageToTask, Question, Task, Wish } from './messages.ts'
import { passOn } from './pass-on-report.ts'
import { errorFrom, toSentError } from './sent-error.ts'
import type { TaskParent } from './task-parent.ts'
import { type EndOfTaskProcess, TaskProcessEnded, type WhyEnded } from './task-process-ended.ts'

export interface LaunchTaskOptions extends TaskParent {
  /** The path of its script, which calls `serveTasks`. */
  readonly entry: string
  /** What its `open` gets. */
  readonly setup: unknown
  /** Its limit in megabytes. */
  readonly memory: number
}

export interface TaskOptions {
  /** The task should stop at once and write nothing more. */
  readonly signal: AbortSignal
  /** Its user has cancelled it. */
  readonly cancelled?: AbortSignal
  /** It should begin nothing new. */
  readonly enough?: AbortSignal
  /** Its time limit. Absent: none. */
  readonly seconds?: number
  /** It should be short: what takes long comes after the tasks of others. */
  readonly yields?: boolean
}

interface Listener {
  /** Questions of a task are answered as a part of its call. */
  readonly inCall: <T>(work: () => T) => T
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}

/** The part of our environment that connectors may need: certificates and options of Node. */
const ENVIRONMENT = /^(NODE_\w+|SSL_CERT_\w+|HOME)$/

/** The process that answers calls comes first, and steps come after it. */
const NICENESS = 5

/** What a process has in addition that comes after the tasks of others. */
const MORE_NICENESS = 10

/** From then on a task comes after shorter ones. */
const LONG_MS = 10_000

/** How often a working process is asked whether it answers, and how many questions in a row it may miss. */
const PING_EVERY_MS = 10_000
const MAX_UNANSWERED = 6

/** How long it may take to be set up, on a busy machine, and to forget. */
const SET_UP_MS = 60_000
const FORGET_MS = 1_000

/** How long a task may take to stop after it was told to: less than a process that stops waits for its runs. */
const STOP_MS = 1_500

/** A child process that does one task at a time, of one account at a time. */
export class TaskProcess {
  /** Whose tasks it has done since it was new or has forgotten. */
  account: string | undefined
  /** What its last task has used of processors; all of its time, if the process ended by itself or by a limit. */
  secondsOfTask = 0
  readonly #options: LaunchTaskOptions
  readonly #launched: ReturnType<typeof launchLimited<WhyEnded>>
  readonly #ready = Promise.withResolvers<void>()
  #forgotten: PromiseWithResolvers<void> | undefined
  #listener: Listener | undefined
  #unanswered = 0
  /** It has the task. */
  #hasBegun = false
  #hasChanged = false
  #end: EndOfTaskProcess | undefined
  #isOver = false
  #isReusable = true
  #isYielding = false
  /** When its task was given to it, and what it had used of processors before; absent without a task. */
  #begun: { readonly at: number; readonly used: number } | undefined
  #usedUntilKilled = 0

  constructor(options: LaunchTaskOptions) {
    const { entry, setup, memory } = options
    this.#options = options
    // Its messages belong to no call, also not to the one for which it is started.
    this.#launched = outsideOfCalls(() =>
      launchLimited<WhyEnded>({
        program: [entry],
        flags: [`--max-old-space-size=${memory}`],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        memory,
        niceness: NICENESS,
        environment: ENVIRONMENT,
      }),
    )
    const { child, ended } = this.#launched
    child.on('message', (message) => this.#receive(message as MessageFromTask))
    const late = setTimeout(() => this.kill('silent'), SET_UP_MS).unref()
    this.#ready.promise.then(
      () => clearTimeout(late),
      () => undefined,
    )
    void ended.then((end) => {
      clearTimeout(late)
      this.#isOver = true
      this.#end = end
      const error = new TaskProcessEnded(end, { memory, hasBegun: this.#hasBegun, hasChanged: this.#hasChanged })
      this.#ready.reject(error)
      this.#forgotten?.reject(error)
      this.#settle(end.reason === 'stopped' ? this.#usedUntilKilled : this.#secondsSinceBegun())?.reject(error)
    })
    this.#send({ kind: 'set-up', setup })
  }

  get pid(): number | undefined {
    return this.#launched.child.pid
  }

  /** Whether another task may follow. */
  get isIdle(): boolean {
    return !this.#isOver && this.#isReusable && this.#listener === undefined
  }

  /** Whether it comes after the tasks of others. It cannot go back, because only an administrator may raise a priority. */
  get isYielding(): boolean {
    return this.#isYielding
  }

  /** Settles when it has ended. */
  get ended(): Promise<EndOfTaskProcess> {
    return this.#launched.ended
  }

  /** Settles when it could begin a task at once. @throws TaskProcessEnded */
  ready(): Promise<void> {
    return this.#ready.promise
  }

  /** @throws what the task throws, or TaskProcessEnded */
  async perform(task: Task, options: TaskOptions): Promise<unknown> {
    this.secondsOfTask = 0
    options.signal.throwIfAborted()
    await this.ready()
    const { memory } = this.#options
    if (this.#end) throw new TaskProcessEnded(this.#end, { memory, hasBegun: false, hasChanged: false })
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#listener = { resolve, reject, inCall: AsyncLocalStorage.snapshot() }
    this.#begun = { at: performance.now(), used: processorSeconds(this.pid) }
    this.#send({ kind: 'task', task, context: { log: logContext(), trace: currentTrace(), key: currentKey() } })
    const watching = this.#watch(options)
    try {
      return await promise
    } finally {
      watching.stop()
    }
  }

  /** Makes it ready for another account. @throws TaskProcessEnded */
  async forget(): Promise<void> {
    const late = setTimeout(() => this.kill('silent'), FORGET_MS)
    this.#forgotten = Promise.withResolvers<void>()
    this.#send({ kind: 'forget' })
    await this.#forgotten.promise.finally(() => clearTimeout(late))
    this.account = undefined
  }

  /** From now on it comes after the tasks of others. */
  yieldToOthers(): void {
    if (this.#isYielding) return
    this.#isYielding = true
    yieldToOthers(this.pid, MORE_NICENESS)
  }

  /** Ends it immediately, whatever it is doing. */
  kill(reason: WhyEnded = 'stopped'): void {
    this.#isOver = true
    if (this.#begun) this.#usedUntilKilled ||= Math.max(0, processorSeconds(this.pid) - this.#begun.used)
    this.#launched.kill(reason)
  }

  /** Passes on what others want, and ends the process when it does not follow. */
  #watch({ signal, cancelled, enough, seconds, yields }: TaskOptions): { stop(): void } {
    const over = new AbortController()
    const timers: NodeJS.Timeout[] = []
    const passOn = (wish: Wish, wanted: AbortSignal | undefined) => {
      const send = () => this.#send({ kind: 'wish', wish })
      if (wanted?.aborted) send()
      else wanted?.addEventListener('abort', send, { once: true, signal: over.signal })
    }
    passOn('abort', signal)
    passOn('cancel', cancelled)
    passOn('enough', enough)
    const late = () => timers.push(setTimeout(() => this.kill(), STOP_MS).unref())
    if (signal.aborted) late()
    else signal.addEventListener('abort', late, { once: true, signal: over.signal })
    if (seconds !== undefined) timers.push(setTimeout(() => this.kill('time'), seconds * 1_000))
    if (yields) timers.push(setTimeout(() => this.yieldToOthers(), LONG_MS).unref())
    this.#unanswered = 0
    timers.push(setInterval(() => this.#ping(), PING_EVERY_MS).unref())
    return {
      stop: () => {
        over.abort()
        for (const timer of timers) clearTimeout(timer)
      },
    }
  }

  #ping(): void {
    this.#unanswered += 1
    if (this.#unanswered > MAX_UNANSWERED) this.kill('silent')
    else this.#send({ kind: 'ping' })
  }

  #send(message: MessageToTask): void {
    // One that has ended gets nothing; its end is reported.
    if (this.#launched.child.connected) this.#launched.child.send(message, () => {})
  }

  #receive(message: MessageFromTask): void {
    this.#unanswered = 0
    if (message.kind === 'ready') {
      this.#ready.resolve()
      this.#forgotten?.resolve()
    } else if (message.kind === 'begun') {
      this.#hasBegun = true
    } else if (message.kind === 'changes') {
      this.#hasChanged = true
    } else if (message.kind === 'done') {
      this.#isReusable &&= message.isReusable
      this.#settle(message.seconds)?.resolve(message.answer)
    } else if (message.kind === 'failed') {
      this.#isReusable &&= message.isReusable
      this.#settle(message.seconds)?.reject(errorFrom(message.error))
    } else if (message.kind === 'ask') void this.#answer(message.number, message.question)
    else if (message.kind !== 'pong') passOn(message, this.#options)
  }

  #secondsSinceBegun(): number {
    return this.#begun ? (performance.now() - this.#begun.at) / 1_000 : 0
  }

  #settle(seconds: number): Listener | undefined {
    this.secondsOfTask = seconds
    this.#begun = undefined
    this.#hasBegun = false
    this.#hasChanged = false
    const listener = this.#listener
    this.#listener = undefined
    return listener
  }

  async #answer(number: number, question: Question): Promise<void> {
    const ask = () => this.#options.answer(question)
    try {
      this.#send({ kind: 'answered', number, answer: await (this.#listener?.inCall(ask) ?? ask()) })
    } catch (error) {
      this.#send({ kind: 'answered', number, error: toSentError(error) })
    }
  }
}
