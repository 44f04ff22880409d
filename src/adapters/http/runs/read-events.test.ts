import { expect, it } from 'vitest'

import { readEvents } from './read-events.ts'

/** The events of a text that arrives in pieces of that many bytes. */
async function read(text: string, size = 1_000) {
  const bytes = new TextEncoder().encode(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  )
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = pieces.shift()
      if (piece) controller.enqueue(piece)
      else controller.close()
    },
  })
  const events = []
  for await (const event of readEvents(body)) events.push(event)
  return events
}

const three = 'id: 1\nevent: run\ndata: {"a":\ndata: "ä€𝄞"}\n\n: comment\nid\ndata:two\n\ndata\n\n'
const events = [
  { name: 'run', data: '{"a":\n"ä€𝄞"}', lastId: '1' },
  { name: 'message', data: 'two', lastId: '' },
  { name: 'message', data: '', lastId: '' },
]

it.each([1, 2, 3, 7, 1_000])('reads events that arrive %d bytes at a time', async (size) => {
  expect(await read(three, size)).toEqual(events)
})

it.each(['\r\n', '\r'])('reads lines that end in %j', async (end) => {
  expect((await read(`${three}:`.replaceAll('\n', end), 1)).map(({ data }) => data)).toEqual(
    events.map(({ data }) => data),
  )
})

it('drops what is incomplete at the end', async () => {
  expect(await read('data: whole\n\ndata: half\n')).toEqual([{ name: 'message', data: 'whole', lastId: '' }])
})

it('ignores fields that it does not know, and ids with a null in them', async () => {
  expect(await read('retry: 5\nfoo: bar\nid: 3\nid: a\0b\ndata: x\n\n')).toEqual([
    { name: 'message', data: 'x', lastId: '3' },
  ])
})
