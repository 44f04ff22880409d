import { sentence } from '../../../core/catalog/sentence.ts'
import { RequestError } from '../../domain/request-error.ts'
import { ListPart } from '../requests/list-pages.ts'

/** Passes each entry of a list on, in order. */
export type EachEntry<Entry> = (take: (entry: Entry) => void) => Promise<void>

/** In bytes. */
const PART = 262_144

/** A character of a JavaScript text has at most three bytes in UTF-8. */
const BYTES_PER_CHARACTER = 3

const MEGABYTE = 1_048_576

/** In bytes: four times what 10,000 flows usually have. Each of them may have a megabyte, and the process that answers works for all. */
const LARGEST = 64 * MEGABYTE

/** An answer as bytes of JSON. */
export class WrittenJson {
  readonly parts: readonly Uint8Array<ArrayBuffer>[]

  constructor(parts: readonly Uint8Array<ArrayBuffer>[]) {
    this.parts = parts
  }
}

/** The answer with a whole list, written entry by entry: none is in memory any more when the next one comes. @throws RequestError too large */
export async function writeList<Entry extends object>(each: EachEntry<Entry>): Promise<WrittenJson> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const count = makeCount()
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
    const written = room.write(text, length)
    count(written)
    length += written
  }
  let isFirst = true
  await each((entry) => {
    write(`${isFirst ? '[' : ','}${JSON.stringify(entry)}`)
    isFirst = false
  })
  write(isFirst ? '[]' : ']')
  finish(0)
  return new WrittenJson(parts)
}

/** The same list as values, for those who change it. @throws RequestError too large */
export async function gatherList<Entry>(each: EachEntry<Entry>): Promise<Entry[]> {
  const entries: Entry[] = []
  const count = makeCount()
  await each((entry) => {
    count(JSON.stringify(entry).length)
    entries.push(entry)
  })
  return entries
}

/** The part of the list that a call asks for. @throws RequestError too large, or for an unknown cursor */
export async function gatherPart<Entry>(each: EachEntry<Entry>, request: Request): Promise<ListPart<Entry>> {
  const part = new ListPart<Entry>(request)
  const count = makeCount()
  await each((entry) => {
    if (part.take(entry)) count(JSON.stringify(entry).length)
  })
  return part
}

/** @returns a function that adds bytes. @throws RequestError too large */
function makeCount(): (bytes: number) => void {
  let sum = 0
  return (bytes) => {
    sum += bytes
    if (sum > LARGEST)
      throw new RequestError(
        'too-large',
        'LIST_TOO_LARGE',
        sentence`This list is larger than ${LARGEST / MEGABYTE} MB. Ask for a part of it, such as ?limit=50.`,
        { field: 'limit' },
      )
  }
}
