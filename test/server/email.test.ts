import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/server/store/database/database.ts'
import { makeRunOutbox } from '../../src/server/worker/runs/run-outbox.ts'
import { SENDGRID_KEY, type SendGridStandIn, startSendGrid } from '../../src/stand-ins/sendgrid.ts'
import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { endedRun } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('a run that sends mail', () => {
  let api: Api
  let sendgrid: SendGridStandIn
  let base: string
  let flowId: string

  beforeAll(async () => {
    sendgrid = await startSendGrid()
    api = await startApi({ environment: { SENDGRID_BASE_URL: sendgrid.address } })
    base = `/v1/organizations/${await api.organizationOf('ada')}`
    await run(api.postgres.url, 'create database shop')
    await run(
      urlOfDatabase(api, 'shop'),
      `create table orders as select n as id, 'note ' || n as note from generate_series(1, 3) n`,
    )
    const integration = await api.call('ada', 'POST', `${base}/integrations`, {
      name: 'Mail',
      type: 'sendgrid',
      credentials: { api_key: SENDGRID_KEY },
    })
    const config = { to_email: 'ada@example.com', from_email: 'reports@example.com', subject: '{{flow}}: {{rows}}' }
    const draft = { name: 'Mail', type: 'email', integration_id: integration.body.id, config }
    const mail = await api.call('ada', 'POST', `${base}/connections`, draft)
    const flow = await api.call('ada', 'POST', `${base}/flows`, {
      name: 'Orders',
      source_connection: { id: await addPostgresConnection(api, 'ada', base, 'shop') },
      destination_connection: { id: mail.body.id },
    })
    flowId = flow.body.id
  })
  afterAll(() => Promise.all([api.stop(), sendgrid.stop()]))

  const runOnce = async (call: 'run' | 'dry-run' = 'run') => {
    const started = await api.call('ada', 'POST', `${base}/flows/${flowId}/${call}`)
    return endedRun(api, base, started.body.run_id)
  }
  const outboxOf = (runId: string) =>
    run(api.storeUrl, `select status, rows from millrace.outbox where run_id = '${runId}'`)

  it('names its flow and its rows, and is in the outbox', async () => {
    const ended = await runOnce()
    expect(ended).toMatchObject({ status: 'succeeded', rows_written: 3 })
    expect(sendgrid.sent).toMatchObject([{ subject: 'Orders: 3', to: [{ email: 'ada@example.com' }] }])
    expect(sendgrid.sent[0]?.attachment).toContain('id,note\r\n1,note 1\r\n2,note 2\r\n3,note 3\r\n')
    expect(await outboxOf(ended.id)).toMatchObject([{ status: 'delivered', rows: '3' }])
    expect(ended.streams).toMatchObject([{ receipt: { check: { state: 'counted', rows: 3, reason: 'message' } } }])
  })

  it('is not said to have written anything when it is dry', async () => {
    const before = sendgrid.sent.length
    const { id, status } = await runOnce('dry-run')
    expect(status).toBe('succeeded')
    const { body } = await api.call('ada', 'GET', `${base}/runs/${id}/log`)
    const said = body.lines.map(({ message }: { message: string }) => message)
    expect(said).toContain('3 rows read, 3 would be written, 0 filtered, 0 rejected.')
    expect(said.join(' ')).not.toMatch(/\d written/)
    expect(sendgrid.sent.length).toBe(before)
  })

  it('and does not learn whether the message arrived says so, and the next run sends a new one', async () => {
    const before = sendgrid.sent.length
    sendgrid.fail('lose-answer')
    const ended = await runOnce()
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'DELIVERY_UNKNOWN' } })
    expect(await outboxOf(ended.id)).toMatchObject([{ status: 'unknown' }])
    expect(sendgrid.sent.length).toBe(before + 1)
    expect((await runOnce()).status).toBe('succeeded')
    expect(sendgrid.sent.length).toBe(before + 2)
  })

  it('is one of many attempts that gets the right to send, and an older attempt never does', async () => {
    const [row] = await run<{ id: string }>(
      api.storeUrl,
      `insert into millrace.runs (organization_id, flow_id, flow_version, flow_snapshot, status, trigger, epoch)
       select organization_id, id, 1, '{}', 'failed', 'api', 7 from millrace.flows where id = '${flowId}' returning id`,
    )
    const runId = row?.id ?? ''
    const database = openDatabase({ databaseUrl: api.storeUrl, onError: () => {} })
    try {
      expect(await makeRunOutbox(database, runId, 6).claim('t', 1)).toBe(false)
      const outbox = makeRunOutbox(database, runId, 7)
      const claims = await Promise.all(Array.from({ length: 20 }, () => outbox.claim('t', 1)))
      expect(claims.filter(Boolean).length).toBe(1)
      await outbox.finalize('t', 'refused')
      expect(await outbox.claim('t', 2)).toBe(true)
      await outbox.finalize('t', 'delivered')
      await outbox.finalize('t', 'unknown')
      expect(await outbox.claim('t', 3)).toBe(false)
      expect(await outbox.find('t')).toEqual({ status: 'delivered', rows: 2 })
    } finally {
      await database.close()
    }
  })
})
