import { CONNECTION_TYPES } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { ConnectorContext } from '../../ports/connector.ts'
import type { RunContext } from '../../ports/delivery.ts'
import type { Destination, TargetPlan } from '../../ports/destination.ts'
import type { DryRunMessage, DryRunTarget } from '../../ports/dry-run.ts'
import type { PlannedWrite, SideEstimate } from '../../ports/estimate.ts'
import type { Target } from '../../ports/target.ts'
import type { TargetRequest } from '../../ports/target-request.ts'
import { COMMON_TEXT } from '../../ports/value-type.ts'
import { formatEmailAddress } from './email-address.ts'
import { deliveryUnknown, EmailLoad } from './email-load.ts'
import type { EmailSettings } from './email-settings.ts'
import type { EmailVendor } from './email-vendor.ts'
import { estimateMails } from './estimate-mails.ts'

/** Each stream of a run is one message to all recipients. */
export class EmailDestination implements Destination {
  readonly modes = CONNECTION_TYPES.email.modes
  readonly #vendor: EmailVendor
  readonly #settings: EmailSettings
  readonly #context: Pick<ConnectorContext, 'run' | 'signal' | 'allowance'>

  constructor(
    vendor: EmailVendor,
    settings: EmailSettings,
    context: Pick<ConnectorContext, 'run' | 'signal' | 'allowance'>,
  ) {
    this.#vendor = vendor
    this.#settings = settings
    this.#context = context
  }

  get identity(): string {
    return `email ${this.#settings.to.map(({ email }) => email).join(',')}`
  }

  nameOf(target: string): string {
    return target
  }

  async plan({ columns }: TargetRequest): Promise<TargetPlan> {
    const planned = columns.map(({ name }) => ({ name, type: 'text', notes: [] }))
    return { effect: 'sent', columns: planned, notes: [this.#note()] }
  }

  async estimate(writes: readonly PlannedWrite[]): Promise<SideEstimate> {
    return estimateMails(writes, this.#settings.to.length, this.#vendor)
  }

  async prepareDryRun(request: TargetRequest): Promise<DryRunTarget> {
    return {
      isNew: false,
      formats: [COMMON_TEXT],
      columns: request.columns.map(({ name }) => name),
      notes: [sentence`${this.#note()} Now none is sent.`],
      load: async () => {
        const load = this.#load(request)
        return Object.assign(load, { compare: async () => ({ message: dryRunMessage(load.message()) }) })
      },
    }
  }

  async prepare(request: TargetRequest): Promise<Target> {
    const { outbox } = this.#runContext()
    const earlier = await outbox.find(request.target)
    if (earlier?.status === 'sending' || earlier?.status === 'unknown') {
      await outbox.finalize(request.target, 'unknown')
      throw deliveryUnknown(request.target)
    }
    return defined({
      // Sent messages cannot be read: an incremental stream continues where its last run ended.
      isNew: false,
      committed: earlier?.status === 'delivered' ? { rows: earlier.rows } : undefined,
      isMessage: true,
      formats: [COMMON_TEXT],
      columns: request.columns.map(({ name }) => name),
      notes: [this.#note()],
      load: async () => this.#load(request),
    })
  }

  async close(): Promise<void> {}

  #load(request: TargetRequest): EmailLoad {
    const run = this.#runContext()
    const { signal, allowance } = this.#context
    return new EmailLoad({ vendor: this.#vendor, settings: this.#settings, request, run, signal, allowance })
  }

  #runContext(): RunContext {
    const { run } = this.#context
    if (!run) throw new Error('mail is sent by runs only')
    return run
  }

  #note(): Sentence {
    return sentence`One message goes to ${this.#settings.to.map(({ email }) => email).join(', ')}.`
  }
}

/** More than anybody reads in a preview; the attachment has all rows. */
const LONGEST_TEXT = 100_000

const dryRunMessage = ({ from, to, subject, text, attachment }: ReturnType<EmailLoad['message']>): DryRunMessage => ({
  from: formatEmailAddress(from),
  to: to.map(formatEmailAddress),
  subject,
  text: text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text,
  attachment: { name: attachment.filename, bytes: attachment.content.length },
})
