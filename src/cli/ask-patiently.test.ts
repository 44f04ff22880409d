import { expect, it } from 'vitest'

import { MillraceError } from '../sdk/millrace-error.ts'
import { askPatiently } from './ask-patiently.ts'

const away = new MillraceError('It does not answer.', { code: 'UNREACHABLE' })
const proxy = new MillraceError('The server answered 502.', { status: 502, code: 'REFUSED' })
const limit = new MillraceError('Too many.', { status: 429, code: 'TOO_MANY_REQUESTS', details: { retry_after: 7 } })
const refused = new MillraceError('Not found.', { status: 404, code: 'NOT_FOUND' })

/** Asks somebody who answers only after these failures. @returns the answer, and the pauses before it */
async function asked(failures: readonly Error[]) {
  const left = [...failures]
  const pauses: number[] = []
  const ask = async () => {
    const failure = left.shift()
    if (failure) throw failure
    return 'succeeded'
  }
  const answer = await askPatiently(ask, async (ms) => pauses.push(ms)).catch((error: unknown) => error)
  return { answer, pauses }
}

it('waits for a server that restarts, for its proxy, and as long as a limit says', async () => {
  expect(await asked([away, proxy, limit])).toEqual({ answer: 'succeeded', pauses: [2_000, 2_000, 7_000] })
})

it('ends at once when the call is refused, and after ten minutes without an answer', async () => {
  expect(await asked([away, refused])).toEqual({ answer: refused, pauses: [2_000] })
  const { answer, pauses } = await asked(Array.from({ length: 1_000 }, () => away))
  expect({ answer, pauses: pauses.length }).toEqual({ answer: away, pauses: 300 })
})
