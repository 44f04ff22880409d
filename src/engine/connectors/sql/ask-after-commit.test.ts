import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import { postgresProblem } from '../postgres/session/postgres-problem.ts'
import { askAfterCommit } from './ask-after-commit.ts'

const lost = new Error('Connection terminated')
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const wrongPassword = Object.assign(new Error('password authentication failed'), { code: '28P01' })
const fenced = new ConnectorError({ code: 'FENCED', message: sentence`A newer attempt runs.`, retryable: false })

/** A server that answers the first tries with these errors, and then that the commit succeeded. */
function server(...errors: readonly Error[]) {
  let tries = 0
  return {
    tries: () => tries,
    reconnect: async () => {
      const error = errors[tries++]
      if (error) throw error
      return { close: async () => {} }
    },
    ask: async () => true,
    problemOf: postgresProblem,
    signal: new AbortController().signal,
    pauses: [1, 1, 1],
  }
}

it('is answered as soon as the server is back', async () => {
  const asked = server(away, away)
  expect(await askAfterCommit(lost, asked)).toBe(true)
  expect(asked.tries()).toBe(3)
})

it('a password that is refused is tried once, and both reasons are kept', async () => {
  const asked = server(wrongPassword, wrongPassword)
  await expect(askAfterCommit(lost, asked)).rejects.toMatchObject({
    problem: { code: 'COMMIT_UNKNOWN' },
    cause: { errors: [lost, wrongPassword] },
  })
  expect(asked.tries()).toBe(1)
})

it('nobody waits after the last try', async () => {
  const asked = { ...server(away, away), pauses: [1] }
  const asking = askAfterCommit(lost, asked).catch((error: unknown) => error)
  expect(await Promise.race([asking, sleep(5_000)])).toMatchObject({ problem: { code: 'COMMIT_UNKNOWN' } })
  expect(asked.tries()).toBe(2)
})

it('a run that is stopped asks once, because its stop may be what ended the connection, and does not wait', async () => {
  const stop = AbortSignal.abort()
  expect(await askAfterCommit(lost, { ...server(), signal: stop })).toBe(true)
  const asked = { ...server(away, away), signal: stop, pauses: [60_000] }
  await expect(askAfterCommit(lost, asked)).rejects.toMatchObject({ problem: { code: 'COMMIT_UNKNOWN' } })
  expect(asked.tries()).toBe(1)
})

it('a stop ends the pause', async () => {
  const stop = new AbortController()
  const asked = { ...server(away, away), signal: stop.signal, pauses: [60_000] }
  const asking = expect(askAfterCommit(lost, asked)).rejects.toMatchObject({ problem: { code: 'COMMIT_UNKNOWN' } })
  await sleep(10)
  stop.abort()
  await asking
})

it('says that a newer attempt has taken over', async () => {
  await expect(askAfterCommit(lost, server(fenced))).rejects.toBe(fenced)
})
