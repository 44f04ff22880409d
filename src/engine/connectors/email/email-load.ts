import { sentence } from '../../../core/catalog/sentence.ts'
import { RowDecoder } from '../../formats/common-text/row-decoder.ts'
import type { Allowance } from '../../ports/allowance.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { RunContext } from '../../ports/delivery.ts'
import type { Load, PublishResult } from '../../ports/load.ts'
import type { TargetRequest } from '../../ports/target-request.ts'
import type { Field, ValueType } from '../../ports/value-type.ts'
import { VendorError } from '../vendor-api/vendor-error.ts'
import type { EmailSettings } from './email-settings.ts'
import type { EmailVendor } from './email-vendor.ts'
import { messageBody, SHOWN_ROWS } from './message-body.ts'
import { fillTemplate, type MessageFacts } from './message-template.ts'

/** With this at the start of a file, spreadsheet programs read it as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

const DEFAULT_BODY = '{{rows}} rows of {{entity}} from the flow “{{flow}}”, {{date}} {{time}} UTC.'

export interface EmailLoadOptions {
  readonly vendor: EmailVendor
  readonly settings: EmailSettings
  readonly request: TargetRequest
  readonly run: RunContext
  readonly allowance: Allowance | undefined
  /** The signal of the run: nothing is sent after it is aborted. */
  readonly signal: AbortSignal
}

/** Collects the rows of one stream and sends them as one message. */
export class EmailLoad implements Load {
  readonly failure: AbortSignal
  readonly #options: EmailLoadOptions
  readonly #failed = new AbortController()
  readonly #decoder = new RowDecoder()
  readonly #first: (readonly Field[])[] = []
  readonly #csv: Buffer[] = []
  #csvBytes = 0
  #rows = 0

  constructor(options: EmailLoadOptions) {
    this.#options = options
    this.failure = this.#failed.signal
    this.#append(BYTE_ORDER_MARK + csvHeader(options.request.columns.map(({ name }) => name)))
  }

  write(frames: Buffer): boolean {
    if (this.failure.aborted) return true
    const { columns, target } = this.#options.request
    const values = columns.map(({ value }) => value)
    let lines = ''
    for (const fields of this.#decoder.push(frames)) {
      this.#rows++
      if (this.#first.length < SHOWN_ROWS) this.#first.push(fields)
      lines += csvLine(fields, values)
    }
    this.#append(lines)
    const { name, largestAttachment } = this.#options.vendor
    if (this.#csvBytes > largestAttachment) this.#failed.abort(tooLarge(target, this.#rows, name, largestAttachment))
    return true
  }

  async drained(): Promise<void> {}

  async finish(): Promise<number> {
    this.failure.throwIfAborted()
    return this.#rows
  }

  /** Records in the outbox that the message will be sent, before it is sent; a message that has not certainly failed is never sent again. */
  async commit(): Promise<PublishResult> {
    const { vendor, request, run, signal, allowance } = this.#options
    const { outbox } = run
    signal.throwIfAborted()
    await allowance?.spend('mails', 1)
    if (!(await outbox.claim(request.target, this.#rows))) {
      await allowance?.giveBack('mails', 1)
      throw deliveryUnknown(request.target)
    }
    try {
      await vendor.send(this.message())
    } catch (error) {
      const isRefused = error instanceof VendorError && !error.isAmbiguous
      await outbox.finalize(request.target, isRefused ? 'refused' : 'unknown')
      if (isRefused) await allowance?.giveBack('mails', 1)
      if (isRefused || (error instanceof VendorError && error.problem.code === 'DELIVERY_INCOMPLETE')) throw error
      throw deliveryUnknown(request.target, error)
    }
    await outbox.finalize(request.target, 'delivered')
    return {}
  }

  async abandon(): Promise<void> {
    if (!this.failure.aborted) this.#failed.abort(new Error('abandoned'))
  }

  /** The message that `commit` sends. */
  message() {
    const { settings, request, run } = this.#options
    const [date = '', time = ''] = run.startedAt.toISOString().split('T')
    const facts: MessageFacts = {
      flow: run.flowName,
      entity: request.target,
      rows: String(this.#rows),
      date,
      time: time.slice(0, 5),
    }
    const words = fillTemplate(settings.body.trim() === '' ? DEFAULT_BODY : settings.body, facts)
    const columns = request.columns.map(({ name }) => name)
    return {
      from: settings.from,
      to: settings.to,
      // The value of a placeholder must not start another header.
      subject: fillTemplate(settings.subject, facts).replace(/\p{Cc}+/gu, ' '),
      ...messageBody(words.replaceAll('\r\n', '\n'), { columns, first: this.#first, count: this.#rows }),
      attachment: {
        filename: `${request.target.replace(/[^\w.-]+/g, '_').slice(0, 80)}-${date}.csv`,
        content: Buffer.concat(this.#csv),
      },
    }
  }

  #append(line: string): void {
    const bytes = Buffer.from(line)
    this.#csv.push(bytes)
    this.#csvBytes += bytes.length
  }
}

const tooLarge = (target: string, row: number, vendor: string, largest: number) =>
  new ConnectorError({
    code: 'ATTACHMENT_TOO_LARGE',
    message: sentence`Up to row ${row}, ${target} is larger than ${largest / 1_000_000} MB, the most that ${vendor} takes with a message.`,
    hint: sentence`This message was not sent. Choose fewer columns, or let a filter or limit step leave fewer rows.`,
  })

export const deliveryUnknown = (target: string, cause?: unknown) =>
  new ConnectorError(
    {
      code: 'DELIVERY_UNKNOWN',
      message: sentence`It is not known whether the message with ${target} was sent: the connection ended before the answer arrived.`,
      hint: sentence`Ask a recipient, or check the activity log of the mail service. Run the flow again to send it once more.`,
    },
    { cause },
  )

/** Kinds whose texts are a system's notation of a number, a moment or a boolean, and not text that a person wrote. */
const HARMLESS: ReadonlySet<ValueType['kind']> = new Set([
  'boolean',
  'integer',
  'decimal',
  'float',
  'date',
  'time',
  'timestamp',
  'interval',
  'uuid',
])

/**
 * One line of CSV (RFC 4180), with its end. NULL is nothing, the empty text is `""`. A text that a spreadsheet would treat as a formula gets
 * an apostrophe before it (OWASP, "CSV Injection"), because the reader of the file did not write the data.
 */
export const csvLine = (fields: readonly Field[], values: readonly ValueType[]): string =>
  `${fields.map((field, index) => cell(field, HARMLESS.has(values[index]?.kind ?? 'text'))).join(',')}\r\n`

/** The first line. People choose the names of columns too. */
export const csvHeader = (names: readonly string[]): string => `${names.map((name) => cell(name, false)).join(',')}\r\n`

function cell(field: Field, isHarmless: boolean): string {
  if (field === null) return ''
  const text = !isHarmless && /^[=+\-@\t\r\n\0＝＋－＠]/.test(field) ? `'${field}` : field
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
