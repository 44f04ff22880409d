import { MalformedAnswer } from '../driver/malformed-answer.ts'

type Range = [first: number, last: number]

/**
 * Transactions by their global ids. MySQL: of each server the numbers, with holes. MariaDB: of each domain everything up to a number, with the server
 * that has written it. Sources: MySQL, "GTID Sets"; MariaDB, "Global Transaction ID"
 */
export class GtidSet {
  /** By server and tag, or by domain; ascending and apart from each other. */
  readonly #ranges = new Map<string, Range[]>()
  /** Of MariaDB, by domain. */
  readonly #servers = new Map<string, string>()

  /** @param text as the server writes it: `0-1-5,1-1-7`, or `uuid:1-5:8-9,uuid:tag:3` */
  static parse(text: string): GtidSet {
    const set = new GtidSet()
    for (const item of text.split(',')) {
      const trimmed = item.trim()
      if (trimmed === '') continue
      if (/^\d+-\d+-\d+$/.test(trimmed)) set.add(trimmed)
      else set.#addRanges(trimmed)
    }
    return set
  }

  /** @param gtid of one transaction: `0-1-5`, or `uuid:5` */
  add(gtid: string): void {
    const { key, number, server } = idOf(gtid)
    if (server === undefined) this.#insert(key, number, number)
    else {
      this.#servers.set(key, server)
      this.#ranges.set(key, [[0, Math.max(number, this.#last(key))]])
    }
  }

  has(gtid: string): boolean {
    const { key, number } = idOf(gtid)
    return this.#hasRange(key, number, number)
  }

  includes(other: GtidSet): boolean {
    for (const [key, ranges] of other.#ranges)
      for (const [first, last] of ranges) if (!this.#hasRange(key, first, last)) return false
    return true
  }

  /** The largest number of a domain, or -1. */
  #last(key: string): number {
    return this.#ranges.get(key)?.at(-1)?.[1] ?? -1
  }

  copy(): GtidSet {
    return GtidSet.parse(this.toString())
  }

  /** For MySQL's `COM_BINLOG_DUMP_GTID`: servers with their ranges, of which the end is outside. */
  get ranges(): ReadonlyMap<string, readonly Readonly<Range>[]> {
    return this.#ranges
  }

  toString(): string {
    return [...this.#ranges]
      .map(([key, ranges]) => {
        const server = this.#servers.get(key)
        if (server !== undefined) return `${key}-${server}-${ranges[0]?.[1]}`
        return [key, ...ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))].join(':')
      })
      .join(',')
  }

  #hasRange(key: string, first: number, last: number): boolean {
    return this.#ranges.get(key)?.some((range) => range[0] <= first && last <= range[1]) ?? false
  }

  #addRanges(item: string): void {
    let key = ''
    for (const part of item.split(':')) {
      const match = /^(\d+)(?:-(\d+))?$/.exec(part)
      if (match) this.#insert(key, Number(match[1]), Number(match[2] ?? match[1]))
      // A tag stands behind its server, before its numbers.
      else key = /^[0-9a-f]{8}-/i.test(part) ? part.toLowerCase() : `${key.split(':')[0]}:${part.toLowerCase()}`
    }
  }

  #insert(key: string, first: number, last: number): void {
    const ranges = this.#ranges.get(key) ?? []
    const newest = ranges.at(-1)
    // What nearly always happens.
    if (newest && newest[1] + 1 === first) newest[1] = last
    else if (!newest || first > newest[1]) ranges.push([first, last])
    else this.#merge(ranges, first, last)
    this.#ranges.set(key, ranges)
  }

  #merge(ranges: Range[], first: number, last: number): void {
    const all = [...ranges, [first, last] satisfies Range].sort(([one], [other]) => one - other)
    ranges.length = 0
    for (const [from, to] of all) {
      const before = ranges.at(-1)
      if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to)
      else ranges.push([from, to])
    }
  }
}

function idOf(gtid: string): { readonly key: string; readonly number: number; readonly server?: string } {
  const mariadb = /^(\d+)-(\d+)-(\d+)$/.exec(gtid)
  if (mariadb) return { key: mariadb[1] ?? '', server: mariadb[2] ?? '', number: Number(mariadb[3]) }
  const at = gtid.lastIndexOf(':')
  const number = Number(gtid.slice(at + 1))
  if (at < 0 || !Number.isSafeInteger(number)) throw new MalformedAnswer()
  return { key: gtid.slice(0, at).toLowerCase(), number }
}
