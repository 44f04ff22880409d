/** Passes each entry of a list on, in order. */
export type EachEntry<Entry> = (take: (entry: Entry) => void) => Promise<void>

/** In bytes. */
const PART = 262_144

/** A character of a JavaScript text has at most three bytes in UTF-8. */
const BYTES_PER_CHARACTER = 3

/** The answer with a whole list, written entry by entry: none is in memory any more when the next one comes. */
export async function writeList<Entry extends object>(each: EachEntry<Entry>): Promise<Response> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let room = Buffer.allocUnsafeSlow(PART)
  let length = 0
  const finish = (next: number) => {
    parts.push(room.subarray(0, length))
    room = Buffer.allocUnsafeSlow(next)
    length = 0
  }
  const write = (text: string) => {
    const most = text.length * BYTES_PER_CHARACTER
    if (length + most > room.length) finish(Math.max(PART, most))
    length += room.write(text, length)
  }
  let isFirst = true
  await each((entry) => {
    write(`${isFirst ? '[' : ','}${JSON.stringify(entry)}`)
    isFirst = false
  })
  write(isFirst ? '[]' : ']')
  finish(0)
  return new Response(ReadableStream.from(parts), { headers: { 'content-type': 'application/json' } })
}

/** The same list as values, for those who want a part of it or change it. */
export async function gatherList<Entry>(each: EachEntry<Entry>): Promise<Entry[]> {
  const entries: Entry[] = []
  await each((entry) => entries.push(entry))
  return entries
}
