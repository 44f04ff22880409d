import { createHmac } from 'node:crypto'
import { defined } from '../../core/catalog/defined.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../ports/connector.ts'
import { isInternalError } from '../ports/internal-error.ts'
import type { RowSink } from '../ports/source.ts'
import type { Field } from '../ports/value-type.ts'
import { duckdbErrorOf } from '../transform/duckdb/duckdb-error.ts'
import { type OpenDuckdb, openDuckdb } from '../transform/duckdb/open-duckdb.ts'
import { type PassOn, StreamTransform } from '../transform/rows/transform-stream.ts'
import { pushableSteps } from '../transform/sql/pushdown-of.ts'
import {
  type BoundSteps,
  bindSteps,
  type LoadedStream,
  outlineOf,
  type StepsInput,
  type StepsSource,
} from '../transform/steps/bind-steps.ts'
import type { ReadPartners } from '../transform/steps/load-partners.ts'
import { previewSteps } from '../transform/steps/preview-steps.ts'
import type { BoundOutline, MessageFromProcess, Order, StepsToBind } from './messages.ts'

interface StepWorkContext {
  /** For rows that do not fit into memory. */
  readonly folder: string
  readonly send: (message: MessageFromProcess) => void
  readonly sample: (stream: StepsInput) => Promise<readonly (readonly Field[])[]>
  readonly readPartners: ReadPartners
  readonly read: (stream: number, columns: readonly string[], sink: RowSink, stop: AbortSignal) => Promise<number>
  readonly passOn: PassOn
}

type Answer =
  | { readonly value: unknown }
  | { readonly problem: Problem }
  /** An exception of our own code. */
  | { readonly fault: Error }

/** Stopping is done by ending the process. */
const NEVER = new AbortController().signal

/** Executes the requests to a step process, one at a time. */
export class StepWork {
  readonly #context: StepWorkContext
  #duckdb: OpenDuckdb | undefined
  #bound: { readonly steps: BoundSteps; readonly moment: string | undefined }[] = []

  constructor(context: StepWorkContext) {
    this.#context = context
  }

  async obey(order: Order): Promise<Answer> {
    try {
      return { value: await this.#do(order) }
    } catch (error) {
      if (error instanceof ConnectorError) return { problem: error.problem }
      if (isInternalError(error)) return { fault: error }
      const message = duckdbErrorOf(error).message
      return { problem: { code: 'TRANSFORMATION_FAILED', message: sentence`${message}`, retryable: false } }
    }
  }

  #do(order: Order): Promise<unknown> {
    switch (order.kind) {
      case 'bind':
        return this.#bind(order)
      case 'preview':
        return this.#preview(order)
      case 'transform':
        return this.#transform(order)
      case 'forget':
        return this.#forget()
    }
  }

  async #bind({
    input,
    steps,
    others,
    pushable,
    salt,
    moment,
  }: Extract<Order, { kind: 'bind' }>): Promise<BoundOutline> {
    this.#duckdb ??= await openDuckdb()
    const { connection, native } = this.#duckdb
    const onStep = (id: string) => this.#context.send({ kind: 'step', id })
    const bound = await bindSteps(connection, input, steps, among(others), onStep)
    const number = this.#bound.push({ steps: bound, moment }) - 1
    const outline = outlineOf(bound)
    const digest = digestOf(bound, salt, native.library_version())
    if (bound.failure) return { bound: number, outline, pushdowns: [], digest }
    const names = input.columns.map(({ name }) => name)
    const { firsts, obstacle } = await pushableSteps(connection, names, pushable, salt)
    return defined({ bound: number, outline, pushdowns: firsts, obstacle, digest })
  }

  async #preview({ input, steps, others, salt }: Extract<Order, { kind: 'preview' }>) {
    const { send, sample, readPartners } = this.#context
    return previewSteps({
      input,
      steps,
      source: among(others),
      rowsOf: sample,
      readPartners,
      salt,
      signal: NEVER,
      onStep: (id) => send({ kind: 'step', id }),
      onPreview: (preview) => send({ kind: 'previewed', preview }),
    })
  }

  async #transform({ bound, columns, isTraced, salt }: Extract<Order, { kind: 'transform' }>): Promise<number> {
    const { folder, read, passOn } = this.#context
    const own = this.#bound[bound]
    if (!own) throw new Error(`no steps were bound as ${bound}`)
    const { steps } = own
    const transform = await StreamTransform.open({ ...own, columns, isTraced, salt, folder, signal: NEVER })
    try {
      const readMain = (names: readonly string[], sink: RowSink, stop: AbortSignal) => read(0, names, sink, stop)
      const readOther = (other: LoadedStream) => (names: readonly string[], sink: RowSink, stop: AbortSignal) =>
        read(steps.others.indexOf(other) + 1, names, sink, stop)
      return await transform.run(readMain, readOther, passOn)
    } finally {
      await transform.close()
    }
  }

  /** Deletes all data of a task before the next one. */
  async #forget(): Promise<void> {
    this.#duckdb?.close()
    this.#duckdb = undefined
    this.#bound = []
  }
}

/** The salt is a secret, and the digest is stored in the destination. */
const digestOf = ({ queries }: BoundSteps, salt: string, version: string): string =>
  createHmac('sha256', salt)
    .update(JSON.stringify([version, ...queries]))
    .digest('hex')

/** Settings are checked against all entities elsewhere, at no cost. */
const among = (others: StepsToBind['others']): StepsSource => ({
  entities: undefined,
  find: (wanted) => others.find(({ entity }) => entity === wanted),
})
