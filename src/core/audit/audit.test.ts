import { beforeEach, expect, it } from 'vitest'
import { servicesOver } from '../../../test/support/services-over.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import type { Services } from '../services/services.ts'
import { auditCsv } from './audit-csv.ts'
import type { AuditEvent } from './audit-event.ts'

const event = (changes: Partial<AuditEvent> = {}): AuditEvent => ({
  id: 7,
  at: '2026-01-01T10:00:00.000Z',
  actorUid: 'user-1',
  action: 'flow.created',
  ...changes,
})

let ports: ReturnType<typeof memoryPorts>
let services: Services

beforeEach(() => {
  ports = memoryPorts()
  services = servicesOver(ports)
})

it('lists page by page', async () => {
  ports.audit.pageSize = 1
  ports.audit.events = [event({ id: 2 }), event({ id: 1 })]

  const first = await services.listAuditEvents({})
  expect(first).toEqual({ ok: true, value: { events: [event({ id: 2 })], nextCursor: '1' } })
  expect(await services.listAuditEvents({}, '1')).toEqual({ ok: true, value: { events: [event({ id: 1 })] } })
})

it('lists only what was asked for', async () => {
  const kept = event({ id: 4, actorUid: 'user-2', action: 'flow.deleted', at: '2026-01-02T00:00:00Z' })
  ports.audit.events = [
    { ...kept, id: 6, at: '2026-01-03T00:00:00Z' },
    { ...kept, id: 5, action: 'flow.created' },
    kept,
    { ...kept, id: 3, actorUid: 'user-1' },
    { ...kept, id: 2, at: '2026-01-01T23:59:59Z' },
  ]
  const filter = {
    action: 'flow.deleted',
    actorUid: 'user-2',
    from: '2026-01-02T00:00:00Z',
    to: '2026-01-03T00:00:00Z',
  }

  expect(await services.listAuditEvents(filter)).toEqual({ ok: true, value: { events: [kept] } })
})

it('says nothing of a server that keeps no audit log', async () => {
  ports.audit.failNext({ kind: 'not-offered' })

  expect(await services.listAuditEvents({})).toMatchObject({ ok: false, failure: { kind: 'not-offered' } })
  expect(ports.notifier.shown).toEqual([])
})

it('writes the file that spreadsheets read', () => {
  expect(
    auditCsv([
      event({
        ...{ actorName: 'Ada, "Countess"', targetName: 'Shop', targetId: 'flow-1', address: '192.0.2.7' },
        changes: [
          { path: ['streams', 'orders', 'mode'], kind: 'changed', from: 'replace', to: 'append' },
          { path: ['schedule'], kind: 'removed' },
        ],
      }),
    ]),
  ).toBe(
    'at,person,action,target,target id,address,changes\r\n2026-01-01T10:00:00.000Z,"Ada, ""Countess""",flow.created,Shop,flow-1,192.0.2.7,streams › orders › mode: replace → append; schedule removed\r\n',
  )
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1'])(
  'keeps a name that looks like a formula inert (%j)',
  (name) => {
    const [, line] = auditCsv([event({ targetName: name })]).split('\r\n')

    expect(line).toContain(`,'${name},`)
  },
)
