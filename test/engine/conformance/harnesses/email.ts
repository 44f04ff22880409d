import { makeEmailConnector } from '../../../../src/engine/connectors/email/email-connector.ts'
import type { Outbox } from '../../../../src/engine/ports/delivery.ts'
import { SENDGRID_KEY, startSendGrid } from '../../../../src/stand-ins/sendgrid.ts'
import { makeManualClock } from '../../../support/manual-clock.ts'
import { makeMemoryOutbox } from '../../../support/memory-outbox.ts'
import { contextWith } from '../../move-between.ts'
import type { Harness, Place } from '../harness.ts'

export const emailHarness = async (): Promise<Harness> => ({ place, stop: async () => {} })

async function place(): Promise<Place> {
  const clock = makeManualClock()
  const sendgrid = await startSendGrid(clock.now)
  const withKey = (api_key: string) =>
    ({
      integration: 'sendgrid',
      credentials: { api_key },
      config: { to_email: 'ada@example.com', from_email: 'reports@example.com', subject: 'Orders', message_body: '' },
    }) as const
  const outboxes = new Map<string, Outbox>()
  const outboxOf = (runId: string) => {
    const outbox = outboxes.get(runId) ?? makeMemoryOutbox()
    outboxes.set(runId, outbox)
    return outbox
  }
  const files = () => sendgrid.sent.map(({ attachment }) => linesOf(attachment))
  return {
    connector: makeEmailConnector(clock),
    endpoint: withKey(SENDGRID_KEY),
    context: (signal, runId = '') => ({
      ...contextWith(signal),
      vendors: { addresses: { sendgrid: sendgrid.address } },
      run: { flowName: 'Orders', startedAt: new Date(clock.now()), outbox: outboxOf(runId) },
    }),
    secrets: [SENDGRID_KEY],
    refused: { endpoint: withKey('SG.no-such-key'), code: 'SIGN_IN_REFUSED', field: 'integration_id' },
    destination: {
      target: 'orders',
      orders: async () =>
        files()
          .flatMap(([header = [], ...rows]) =>
            rows.map((row) => [row[header.indexOf('id')] ?? '', row[header.indexOf('note')] ?? ''] as const),
          )
          .sort(([one], [other]) => Number(one) - Number(other)),
      columns: async () => files()[0]?.[0] ?? [],
      spells: (text) => (/^[=+\-@\t]/.test(text) ? `'${text}` : text),
    },
    stop: sendgrid.stop,
  }
}

/** A file of comma-separated values as its lines (RFC 4180). */
function linesOf(csv: string): readonly (readonly string[])[] {
  const fields = csv.replace(/^\uFEFF/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end] of fields) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') lines.push([])
  }
  return lines.slice(0, -1)
}
