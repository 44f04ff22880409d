import { ConnectorError, type Problem } from '../ports/connector.ts'
import type { RowSink } from '../ports/source.ts'
import type { Field } from '../ports/value-type.ts'
import type { PassOn, ReadRows } from '../transform/rows/transform-stream.ts'
import type { LoadedStream, StepsInput } from '../transform/steps/bind-steps.ts'
import type { ReadPartners } from '../transform/steps/load-partners.ts'
import type { StepPreview } from '../transform/steps/preview-steps.ts'
import { Channel } from './channel.ts'
import type { LaunchedStepProcess } from './launch-step-process.ts'
import type { BoundOutline, MessageFromProcess, MessageToProcess, Order, StepsToBind } from './messages.ts'
import type { StepLimits } from './step-limits.ts'
import { processEnded, tookTooLong } from './step-process-problems.ts'
import { watchIdle } from './watch-idle.ts'

export interface TransformOrder {
  readonly steps: BoundOutline
  /** The columns to pass on, in this order. */
  readonly columns: readonly string[]
  /** Whether the fields of the stream's row follow those of each row; see `isTraceable`. */
  readonly isTraced?: boolean
  readonly salt: string
  readonly signal: AbortSignal
}

/** How many times its time limit a process may wait for a processor besides. */
const LONGEST_WAIT = 2

/** Requests and reports of the process while it works. */
interface Listener {
  readonly onRows?: PassOn
  onMessage?(message: MessageFromProcess): void
}

/** A separate process that runs the steps of one organization's flow, one request at a time. We can end it at any time. */
export class StepProcess {
  /** Deleted when the process ends; its opener may have files there too. */
  readonly folder: string
  readonly #launched: LaunchedStepProcess
  readonly #limits: StepLimits
  readonly #channel: Channel
  /** Sends rows to the process. */
  readonly #sink: RowSink = {
    write: (frames, rows) => {
      this.#batches += 1
      return this.#channel.sendRows(frames, rows)
    },
    drained: () => this.#channel.drained(),
  }
  #listener:
    | (Listener & { readonly resolve: (answer: unknown) => void; readonly reject: (error: unknown) => void })
    | undefined
  /** The step at which the process ended. */
  #step: string | undefined
  #isOver = false
  /** Taken and returned. */
  #batches = 0

  constructor(launched: LaunchedStepProcess, limits: StepLimits, folder: string) {
    this.folder = folder
    this.#launched = launched
    this.#limits = limits
    this.#channel = new Channel(launched.socket, {
      onMessage: (message) => this.#receive(message as MessageFromProcess),
      onRows: (frames, rows) => this.#takeRows(frames, rows),
    })
    launched.socket.on('error', () => {})
    void launched.ended.then(({ reason, lastWords }) => {
      this.#isOver = true
      this.#fail(new ConnectorError(this.#placed(processEnded(reason, limits, lastWords))))
    })
  }

  /** Whether it has ended, or will at once. */
  get hasEnded(): boolean {
    return this.#isOver
  }

  /** Whether it can receive messages. */
  get isIdle(): boolean {
    return !this.#isOver && this.#listener === undefined
  }

  /** Binds steps. @throws ConnectorError if the process ended */
  async bind(
    steps: StepsToBind & Pick<Extract<Order, { kind: 'bind' }>, 'pushable' | 'salt' | 'moment'>,
  ): Promise<BoundOutline> {
    const deadline = this.#deadline()
    try {
      return (await this.#order({ kind: 'bind', ...steps }, {})) as BoundOutline
    } finally {
      deadline.stop()
    }
  }

  /**
   * Runs steps on a sample, with the rows of other streams that are joined to it. A step that ends the process, or takes too long, has its error,
   * and later steps are absent. @throws ConnectorError, or the error of `sample` or `readPartners`
   */
  async preview(
    steps: StepsToBind & { readonly salt: string },
    {
      sample,
      readPartners,
    }: {
      readonly sample: (stream: StepsInput) => Promise<readonly (readonly Field[])[]>
      readonly readPartners: ReadPartners
    },
  ): Promise<readonly StepPreview[]> {
    const done: StepPreview[] = []
    const deadline = this.#deadline()
    let enough = new AbortController()
    const answerWith = async (answer: Promise<MessageToProcess>) => {
      deadline.pause()
      try {
        const message = await answer
        deadline.resume()
        this.#send(message)
      } catch (error) {
        this.kill()
        this.#fail(error)
      }
    }
    const sampled = async (stream: StepsInput): Promise<MessageToProcess> => ({
      kind: 'sampled',
      rows: await sample(stream),
    })
    const partners = async (wanted: Parameters<ReadPartners>[0]): Promise<MessageToProcess> => {
      enough = new AbortController()
      const until = enough
      try {
        return { kind: 'read', ...(await readPartners(wanted, this.#sink, until.signal)) }
      } catch (error) {
        if (!until.signal.aborted) throw error
        return { kind: 'read', rows: 0, isWhole: false }
      }
    }
    try {
      const answer = await this.#order(
        { kind: 'preview', ...steps },
        {
          onMessage: (message) => {
            if (message.kind === 'sample') void answerWith(sampled(message.stream))
            else if (message.kind === 'partners') void answerWith(partners(message.wanted))
            else if (message.kind === 'enough') enough.abort()
            else if (message.kind === 'previewed') done.push(message.preview)
          },
        },
      )
      return answer as readonly StepPreview[]
    } catch (error) {
      const node = error instanceof ConnectorError && this.#isOver ? error.problem.node : undefined
      if (node === undefined || !(error instanceof ConnectorError)) throw error
      return [...done, { id: node, columns: [], rows: [], rowCount: 0, error: error.problem }]
    } finally {
      deadline.stop()
    }
  }

  /** Sends rows through steps. @returns the number of rows at the first step. @throws ConnectorError, the signal's reason, or an error of reading or writing */
  async transform(
    { steps, columns, isTraced = false, salt, signal }: TransformOrder,
    readers: { readonly main: ReadRows; readonly other: (stream: LoadedStream) => ReadRows },
    passOn: PassOn,
  ): Promise<number> {
    signal.throwIfAborted()
    const stop = () => {
      this.kill()
      this.#fail(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    const watching = watchIdle({
      limit: this.#limits.idleSeconds,
      worked: () => this.#launched.processorSeconds(),
      batches: () => this.#batches,
      tooLong: () => this.kill('idle'),
    })
    let enough = new AbortController()
    const read = async (stream: number, names: readonly string[]) => {
      enough = new AbortController()
      const other = steps.outline.others[stream - 1]
      const reader = stream === 0 ? readers.main : other && readers.other(other)
      const until = enough
      try {
        const rows = await reader?.(names, this.#sink, AbortSignal.any([signal, until.signal]))
        this.#send({ kind: 'read', rows: rows ?? 0, isWhole: true })
      } catch (error) {
        if (until.signal.aborted && !signal.aborted) return this.#send({ kind: 'read', rows: 0, isWhole: false })
        this.kill()
        this.#fail(error)
      }
    }
    try {
      const order = { kind: 'transform', bound: steps.bound, columns, isTraced, salt } as const
      const answer = await this.#order(order, {
        onRows: passOn,
        onMessage: (message) => {
          if (message.kind === 'read') void read(message.stream, message.columns)
          else if (message.kind === 'enough') enough.abort()
        },
      })
      return answer as number
    } finally {
      signal.removeEventListener('abort', stop)
      watching.stop()
    }
  }

  /** Makes it ready for another organization. */
  async forget(): Promise<void> {
    await this.#order({ kind: 'forget' }, {})
  }

  /** Ends it immediately, whatever it is doing. */
  kill(...reason: Parameters<LaunchedStepProcess['kill']>): void {
    this.#isOver = true
    this.#launched.kill(...reason)
  }

  #order(order: Order, listener: Listener): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (!this.isIdle) reject(new ConnectorError(processEnded('failed', this.#limits, '')))
    else {
      this.#step = undefined
      this.#listener = { ...listener, resolve, reject }
      this.#send(order)
    }
    return promise
  }

  #send(message: MessageToProcess): void {
    if (!this.#launched.socket.destroyed) this.#channel.send(message)
  }

  #receive(message: MessageFromProcess): void {
    const listener = this.#listener
    if (message.kind === 'step') this.#step = message.id
    else if (message.kind === 'failed') this.#fail(new ConnectorError(message.problem))
    else if (message.kind === 'broken') this.#fail(Object.assign(new Error(message.message), { stack: message.stack }))
    else if (message.kind === 'done') {
      this.#listener = undefined
      listener?.resolve(message.answer)
    } else listener?.onMessage?.(message)
  }

  #takeRows(frames: Buffer, rows: number): void {
    this.#batches += 1
    const waiting = this.#listener?.onRows?.(frames, rows)
    if (!waiting) return
    this.#channel.pause()
    waiting.then(
      () => this.#channel.resume(),
      (error: unknown) => {
        this.kill()
        this.#fail(error)
      },
    )
  }

  #fail(error: unknown): void {
    const listener = this.#listener
    this.#listener = undefined
    listener?.reject(error)
  }

  #placed(problem: Problem): Problem {
    return this.#step === undefined ? problem : { ...problem, node: this.#step }
  }

  /** Ends the process at its time limit; later where it had to wait for a processor, because the machine is busy and not the step slow. */
  #deadline() {
    const { seconds } = this.#limits
    const worked = () => this.#launched.processorSeconds() ?? Number.POSITIVE_INFINITY
    const workedBefore = worked()
    let left = seconds * 1_000
    let waits = LONGEST_WAIT
    let begun = performance.now()
    const late = () => {
      if (worked() - workedBefore < seconds / 2 && waits > 0) {
        waits -= 1
        left += seconds * 1_000
        timer = setTimeout(late, seconds * 1_000)
        return
      }
      this.kill()
      this.#fail(new ConnectorError(this.#placed(tookTooLong(this.#limits))))
    }
    let timer = setTimeout(late, left)
    return {
      pause: () => {
        clearTimeout(timer)
        left -= performance.now() - begun
      },
      resume: () => {
        begun = performance.now()
        timer = setTimeout(late, left)
      },
      stop: () => clearTimeout(timer),
    }
  }
}
