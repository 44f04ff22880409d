import { expect, it } from 'vitest'
import { problemResponse } from '../problem.ts'
import { readText } from './read-body.ts'

it('a body that its caller breaks off is the caller’s fault, and no line above info', async () => {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(Buffer.from('{"a":'))
      stream.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    },
  })
  const request = new Request('http://api.test', { method: 'POST', body, duplex: 'half' } as RequestInit)
  const refused = await readText(request).catch((error: unknown) => error)
  const loud: string[] = []
  const say = (message: string) => void loud.push(message)
  const log = { debug: () => {}, info: () => {}, warn: say, error: say }
  const answer = problemResponse(refused, log)
  expect([answer.status, (await answer.json()) as object]).toEqual([
    400,
    expect.objectContaining({ code: 'BODY_ABORTED' }),
  ])
  expect(loud).toEqual([])
})
