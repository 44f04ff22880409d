import { ADDED, type Cell, DIVIDEND, factorOf, type KeyDigest, NO_VALUE, P } from '../../ports/key-digest.ts'
import type { Field } from '../../ports/value-type.ts'
import { CELL_HASHES, cellNumber } from './cell-number.ts'

/** A sum of cells of rows in common text, which is equal to the sum of the same rows by the SQL of a database; see `CellSums`. */
export class CellSum {
  readonly #cells: readonly Cell[]
  readonly #positions: readonly number[]
  readonly #hashOf: (value: string | Buffer) => number
  readonly #total = new Total()
  readonly #totals: readonly Total[]
  #rows = 0

  /** @param columns the names of the fields of a row. @throws Error if the digest sums no cells, or by a hash that this process does not have */
  constructor({ name, columns: summed, cells }: KeyDigest, columns: readonly string[]) {
    const hashOf = CELL_HASHES[name]
    if (!cells || !hashOf) throw new Error(`"${name}" is no sum of cells of common text`)
    this.#cells = cells
    this.#hashOf = hashOf
    this.#positions = summed.map((column) => columns.indexOf(column))
    this.#totals = summed.map(() => new Total())
  }

  add(row: readonly Field[]): void {
    const numbers = this.#cells.map(({ notation }, at) => {
      const text = row[this.#positions[at] ?? -1] ?? null
      const number = (text === null ? undefined : cellNumber(text, notation, this.#hashOf)) ?? NO_VALUE
      this.#totals[at]?.add(rowNumber((number * FIRST_FACTOR) % P))
      return number
    })
    this.#total.add(rowNumber(remainderOf(numbers)))
    this.#rows++
  }

  get rows(): number {
    return this.#rows
  }

  get digest(): string {
    return String(this.#total)
  }

  /** The sums of each column alone. */
  get ofColumns(): readonly string[] {
    return this.#totals.map(String)
  }
}

const FIRST_FACTOR = factorOf(0)

/** A sum of whole numbers of at most 32 bits, which may be larger than a number can tell. */
class Total {
  #low = 0
  #high = 0n

  add(number: number): void {
    this.#low += number
    if (this.#low < 2 ** 52) return
    this.#high += BigInt(this.#low)
    this.#low = 0
  }

  toString(): string {
    return String(this.#high + BigInt(this.#low))
  }
}

/** The remainder by P of the numbers of the cells, each times the factor of its column; see `factorOf`. */
function remainderOf(numbers: readonly number[]): number {
  if (numbers.length <= ADDED) return remainderOfPart(numbers, 0)
  let sum = 0
  for (let from = 0; from < numbers.length; from += ADDED)
    sum += remainderOfPart(numbers.slice(from, from + ADDED), from)
  return sum % P
}

const HALF = 4_096

/** A product has 57 bits and a number 53, so the factors are split: the sum is `high` × 4,096 + `low`. */
function remainderOfPart(numbers: readonly number[], first: number): number {
  let high = 0
  let low = 0
  for (const [at, number] of numbers.entries()) {
    const factor = factorOf(first + at)
    high += number * Math.floor(factor / HALF)
    low += number * (factor % HALF)
  }
  const carried = Math.floor(low / HALF)
  const rest = (((high + carried) % P) * HALF + (low - carried * HALF)) % P
  // The remainder has the sign of the sum.
  return high + carried < 0 && rest > 0 ? rest - P : rest
}

/** The bits of `DIVIDEND` from the highest on, in parts whose product with a remainder of 32 bits a number can tell. */
const PARTS = [60n, 40n, 20n, 0n].map((shift) => Number((DIVIDEND >> shift) & 0xfffffn))

/** The remainder of `DIVIDEND`; see `factorOf`. */
function rowNumber(remainder: number): number {
  const divisor = remainder + P + 1
  let rest = 0
  for (const part of PARTS) rest = (rest * 0x100000 + part) % divisor
  return rest
}
