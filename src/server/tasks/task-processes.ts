import { availableParallelism } from 'node:os'

import { AccountUsage } from './account-usage.ts'
import type { Task } from './messages.ts'
import { type LaunchTaskOptions, type TaskOptions, TaskProcess } from './task-process.ts'
import { reasonOf, TaskProcessEnded } from './task-process-ended.ts'

export interface TaskOfAccount extends TaskOptions {
  /** Whose task it is: no other account has used its process since it has forgotten. */
  readonly account: string
}

/** How long a process waits for another task: runs of each minute find it. */
const IDLE_MS = 75_000

/** How many wait at the same time; of more, the one that has waited longest ends. */
const MAX_IDLE = Math.max(4, 2 * availableParallelism())

/** Until a spare process is started: shorter tasks give theirs back meanwhile. */
const SPARE_AFTER_MS = 500

/** How many processes are started at the same time: each start keeps a core busy for half a second. */
const STARTS_AT_ONCE = Math.max(2, availableParallelism())

const PART = 'A process of tasks'

/** Processes for tasks: each does one task at a time, of one account until it has forgotten it. */
export class TaskProcesses {
  readonly #options: LaunchTaskOptions
  readonly #usage = new AccountUsage()
  readonly #running = new Set<TaskProcess>()
  /** Those without a task, the last used one last; each with the timer that ends it. */
  readonly #idle = new Map<TaskProcess, NodeJS.Timeout>()
  /** Has done nothing yet. */
  #spare: TaskProcess | undefined
  #warming: NodeJS.Timeout | undefined
  #isWarm = false
  #isClosed = false
  /** Processes that cannot begin a task yet. */
  #starting = 0
  /** Settles when one of them can, has ended, or a process is given back. */
  #changed = Promise.withResolvers<void>()

  constructor(options: LaunchTaskOptions) {
    this.#options = options
  }

  /** From now on a process is ready for the next task. */
  warm(): void {
    this.#isWarm = true
    this.#fillSpare()
  }

  /** Does a task in a process of the account. @throws what the task throws, or TaskProcessEnded */
  async perform(task: Task, { account, ...options }: TaskOfAccount): Promise<unknown> {
    for (let isFirst = true; ; isFirst = false) {
      const isYielding = options.yields === true && this.#usage.isMuch(account)
      const taken = await this.#take(account, isYielding, options.signal)
      if (isYielding) taken.yieldToOthers()
      try {
        return await taken.perform(task, options)
      } catch (error) {
        // It ended while nobody looked: another one may get the task.
        const isUntouched = error instanceof TaskProcessEnded && !error.hasBegun && !this.#isClosed
        if (!isUntouched || !isFirst) throw error
      } finally {
        if (options.yields) this.#usage.add(account, taken.secondsOfTask)
        this.#giveBack(taken)
      }
    }
  }

  /** Ends all of them. Settles when they have ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#warming)
    this.#change()
    for (const timer of this.#idle.values()) clearTimeout(timer)
    for (const running of this.#running) running.kill()
    await Promise.all([...this.#running].map(({ ended }) => ended))
  }

  /** @param isYielding whether it may be one that comes after others */
  async #take(account: string, isYielding: boolean, signal: AbortSignal): Promise<TaskProcess> {
    const mayBe = (process: TaskProcess) => isYielding || !process.isYielding
    const own = this.#takeIdle((process) => process.account === account && mayBe(process)) ?? this.#takeSpare()
    const taken = own ?? (await this.#takeForgetful(mayBe)) ?? (await this.#launchInTurn(mayBe, signal))
    taken.account = account
    this.#refillLater()
    return taken
  }

  /** A new one, or one that is given back before it is its turn to start: many short tasks need few processes. */
  async #launchInTurn(mayBe: (process: TaskProcess) => boolean, signal: AbortSignal): Promise<TaskProcess> {
    signal.throwIfAborted()
    const wake = () => this.#change()
    signal.addEventListener('abort', wake, { once: true })
    try {
      while (this.#starting >= STARTS_AT_ONCE && !this.#isClosed) {
        await this.#changed.promise
        signal.throwIfAborted()
        const free = await this.#takeForgetful(mayBe)
        if (free) return free
      }
      return this.#launch()
    } finally {
      signal.removeEventListener('abort', wake)
    }
  }

  #change(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }

  #takeIdle(fits: (process: TaskProcess) => boolean): TaskProcess | undefined {
    for (const [process, timer] of [...this.#idle].toReversed()) {
      if (!fits(process)) continue
      clearTimeout(timer)
      this.#idle.delete(process)
      if (process.isIdle) return process
    }
    return undefined
  }

  #takeSpare(): TaskProcess | undefined {
    const spare = this.#spare
    this.#spare = undefined
    return spare?.isIdle ? spare : undefined
  }

  /** One of another account, after it has forgotten. */
  async #takeForgetful(mayBe: (process: TaskProcess) => boolean): Promise<TaskProcess | undefined> {
    const other = this.#takeIdle(mayBe)
    return other?.forget().then(
      () => other,
      () => undefined,
    )
  }

  #giveBack(process: TaskProcess): void {
    const isWanted = !process.isYielding || this.#usage.isMuch(process.account ?? '')
    if (!process.isIdle || !isWanted || this.#isClosed) {
      process.kill()
      return
    }
    const end = setTimeout(() => {
      this.#idle.delete(process)
      process.kill()
      this.#refillLater()
    }, IDLE_MS).unref()
    this.#idle.set(process, end)
    this.#change()
    const [longest] = this.#idle.keys()
    if (this.#idle.size > MAX_IDLE) this.#takeIdle((idle) => idle === longest)?.kill()
  }

  #launch(): TaskProcess {
    const launched = new TaskProcess(this.#options)
    this.#running.add(launched)
    this.#starting++
    let isReady = false
    const started = launched.ready().then(
      () => {
        isReady = true
        this.#options.parts?.running(PART)
      },
      () => undefined,
    )
    void started.then(() => {
      this.#starting--
      this.#change()
    })
    void launched.ended.then((end) => {
      this.#running.delete(launched)
      // One that took too much, or too long, says nothing about this installation.
      if (reasonOf(end) !== 'failed') return
      this.#options.parts?.ended(PART, end.signal ?? `code ${end.code}`)
      // The next one is started when it is needed.
      if (isReady) this.#options.parts?.running(PART)
    })
    if (this.#isClosed) launched.kill()
    return launched
  }

  #refillLater(): void {
    if (!this.#isWarm || this.#isClosed) return
    this.#warming ??= setTimeout(() => {
      this.#warming = undefined
      this.#fillSpare()
    }, SPARE_AFTER_MS).unref()
  }

  #fillSpare(): void {
    const isAnyIdle = [...this.#idle.keys()].some(({ isYielding }) => !isYielding)
    if (this.#isClosed || isAnyIdle || this.#spare?.isIdle === true) return
    this.#spare = this.#launch()
  }
}
