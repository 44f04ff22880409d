import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'

import { urlOfRunning } from '../../src/server/store/embedded-postgres/running-postgres.ts'
import { run } from '../support/run-sql.ts'
import { signIn, start } from './installation.ts'
import { cleanUp, family, killAll, temporaryFolder } from './launch.ts'

afterEach(cleanUp)

const HOLD = `create function hold() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(77); return new; end'`

/** Between the commit of the change and that of its answer. */
const PLACE = `create trigger hold before update on millrace.request_keys for each row when (new.status is not null) execute function hold()`

it('a call is done once, although everything is killed between the change and its answer', async () => {
  const folder = await temporaryFolder()
  const first = start(folder)
  const { url, headers } = await signedIn(await first.url, 'signUp')
  const created = await fetch(`${url}/v1/organizations`, { method: 'POST', headers, body: '{"name":"Acme"}' })
  const { id } = (await created.json()) as { readonly id: string }
  const path = `/v1/organizations/${id}/integrations`
  const draft = JSON.stringify({ name: 'Mail', type: 'sendgrid', credentials: { api_key: 'of-a-mailer' } })
  const ask = async (to: Awaited<ReturnType<typeof signedIn>>) => {
    const keyed = { ...to.headers, 'idempotency-key': 'mail' }
    const answer = await fetch(to.url + path, { method: 'POST', headers: keyed, body: draft })
    return { status: answer.status, code: ((await answer.json()) as { readonly code?: string }).code }
  }

  const store = await urlOfRunning(folder)
  const holder = new pg.Client({ connectionString: store })
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query(HOLD)
  await holder.query(PLACE)
  await holder.query('select pg_advisory_lock(77)')
  const lost = ask({ url, headers }).catch(() => 'lost')
  const waiting = `select 1 from pg_stat_activity where wait_event = 'advisory'`
  while ((await holder.query(waiting)).rows.length === 0) await delay(20)
  killAll(family(first.child.pid ?? 0))
  expect(await lost).toBe('lost')

  const second = start(folder)
  const again = await signedIn(await second.url, 'signInWithPassword')
  const sql = async (text: string) => run(await urlOfRunning(folder), text)
  await sql('drop function hold cascade')
  expect(await ask(again)).toEqual({ status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' })
  await sql(`update millrace.request_keys set leased_until = now() - interval '1 second'`)
  expect(await ask(again)).toEqual({ status: 409, code: 'IDEMPOTENCY_ANSWER_LOST' })
  expect(await sql('select name from millrace.integrations')).toEqual([{ name: 'Mail' }])
})

const signedIn = async (url: string, how: 'signUp' | 'signInWithPassword') => ({
  url,
  headers: await signIn(url, how),
})
