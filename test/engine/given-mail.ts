import { afterEach, beforeEach } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { makeEmailConnector } from '../../src/engine/connectors/email/email-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import type { DryRunMessage } from '../../src/engine/ports/dry-run.ts'
import type { Field, ValueType } from '../../src/engine/ports/value-type.ts'
import { SENDGRID_KEY, type SendGridStandIn, startSendGrid } from '../../src/stand-ins/sendgrid.ts'
import { SMTP2GO_KEY, type Smtp2goStandIn, startSmtp2go } from '../../src/stand-ins/smtp2go.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { type ManualClock, makeManualClock } from '../support/manual-clock.ts'
import { makeMemoryOutbox } from '../support/memory-outbox.ts'
import { contextWith, nextFence } from './move-between.ts'
import { NOWHERE, rowSource } from './row-ends.ts'

export const START = new Date('2026-11-21T22:30:00Z')
const CONFIG = {
  to_email: 'ada@example.com, Grace Hopper <grace@example.org>',
  from_email: 'Reports <reports@example.com>',
  subject: '{{rows}} orders of {{ flow }} on {{date}}',
  message_body: 'Hello,\n\nhere are {{rows}} rows of {{entity}} at {{time}}.',
}

const COLUMNS: Readonly<Record<string, ValueType>> = { id: { kind: 'integer', bits: 64 }, note: { kind: 'text' } }

export interface GivenMail {
  readonly clock: ManualClock
  readonly sendgrid: SendGridStandIn
  readonly smtp2go: Smtp2goStandIn
  readonly outbox: ReturnType<typeof makeMemoryOutbox>
}

/** Both vendors, and an outbox without messages, for each test of a file, which `take` gets before it begins. */
export function givenMail(take: (given: GivenMail) => void): void {
  let given: GivenMail
  beforeEach(async () => {
    const clock = makeManualClock(START.getTime())
    const [sendgrid, smtp2go] = await Promise.all([startSendGrid(clock.now), startSmtp2go(clock.now)])
    given = { clock, sendgrid, smtp2go, outbox: makeMemoryOutbox() }
    take(given)
  })
  afterEach(() => Promise.all([given.sendgrid.stop(), given.smtp2go.stop()]))
}

export type Vendor = 'sendgrid' | 'smtp2go'

const KEYS = { sendgrid: SENDGRID_KEY, smtp2go: SMTP2GO_KEY }

export const endpointAt = (integration: Vendor, config: object = {}, apiKey = KEYS[integration]): Endpoint => ({
  integration,
  credentials: { api_key: apiKey },
  config: { ...CONFIG, ...config },
})

export const contextOf = ({ sendgrid, smtp2go, outbox }: GivenMail, signal?: AbortSignal) => ({
  ...contextWith(signal),
  vendors: { addresses: { sendgrid: sendgrid.address, smtp2go: smtp2go.address } },
  run: { flowName: 'Shop → mail', startedAt: START, outbox },
})

export interface Sending {
  readonly rows?: Iterable<readonly Field[]>
  readonly columns?: Readonly<Record<string, ValueType>>
  readonly config?: object
  readonly signal?: AbortSignal
  readonly apiKey?: string
  readonly dry?: boolean
}

/** Sends rows as a run does. Each call is another attempt of the same run. */
export async function sendMail(
  given: GivenMail,
  vendor: Vendor,
  { rows = [['1', 'one']], columns = COLUMNS, config, signal, apiKey, dry = false }: Sending = {},
) {
  const log: string[] = []
  let message: DryRunMessage | undefined
  const { streams } = await move({
    stepProcesses: keptStepProcesses,
    source: { connector: rowSource({ 'public.orders': { columns, rows } }), endpoint: NOWHERE },
    destination: { connector: makeEmailConnector(given.clock), endpoint: endpointAt(vendor, config, apiKey) },
    streams: [{ entity: 'public.orders', target: 'public.orders', mode: 'append' }],
    fence: { ...nextFence(), runId: 'run' },
    context: contextOf(given, signal),
    dry,
    onEvent: (event) => {
      if (event.kind === 'log') log.push(inEnglish(event.message))
      if (event.kind === 'dry-run' && 'message' in event.result) message = event.result.message
    },
  })
  return { status: streams[0]?.status, error: streams[0]?.error, rows: streams[0]?.rowsWritten, log, message }
}
