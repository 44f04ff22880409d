import { hash } from 'node:crypto'
import { defined } from '../../../../core/catalog/defined.ts'
import { type DryRunRows, type RowChange, SHOWN_CHARACTERS, SHOWN_ROWS } from '../../../ports/dry-run.ts'
import type { Cell, CellInput } from '../access/sheets-client.ts'
import { columnLetters } from '../cells/a1.ts'
import { fieldOf, kindOf } from '../cells/cell-kind.ts'
import { numberFormat } from '../cells/cell-of-text.ts'
import type { TabPlan } from './tab-plan.ts'
import { hasData, headerText } from './tab-scan.ts'

/** Number of rows of each side that are stored as a sample; hashes are stored for all rows. */
const KEPT_ROWS = 10_000

type Value = string | number | boolean | null
type Texts = readonly (string | null)[]

/** Equal rows. */
interface Alike {
  count: number
  readonly key: string
  readonly shown: Texts | undefined
}

/** Rows with the same key: how many are only new, and how many exist only in the tab. */
interface Pair {
  readonly more: number
  readonly less: number
  readonly before?: Texts | undefined
  readonly after?: Texts | undefined
}

interface Samples {
  readonly changed: RowChange[]
  readonly removed: RowChange[]
  readonly created: RowChange[]
}

/**
 * Compares the new rows with the rows of the tab that they would replace, as multisets: the order does not matter, and rows are paired by their
 * key if they have one. First add all existing rows, then the new ones. Columns of the tab without a new column would become empty.
 */
export class TabComparison {
  readonly #plan: TabPlan
  /** The positions of the moved columns in the tab. */
  readonly #own: readonly number[]
  readonly #header: readonly string[]
  readonly #keyed: readonly number[]
  readonly #there = new Map<string, Alike>()
  readonly #coming = new Map<string, Alike>()
  readonly #others = new Set<number>()
  #came = 0

  constructor(plan: TabPlan, key: readonly string[], header: readonly Cell[]) {
    this.#plan = plan
    this.#header = header.map(headerText)
    this.#own = plan.columns.map(({ name }) => this.#header.indexOf(name))
    this.#keyed = key.map((name) => plan.columns.findIndex((column) => column.name === name))
  }

  isThere(row: readonly Cell[]): void {
    if (!hasData(row)) return
    const own = this.#own.map((index) => row[index] ?? {})
    const others = row.flatMap((cell, index) =>
      heldIn(cell) === null || this.#own.includes(index) ? [] : [[index, heldIn(cell)] as const],
    )
    for (const [index] of others) this.#others.add(index)
    const texts = () => [...own.map(textOf), ...row.map(textOf)]
    this.#add(this.#there, own.map(heldIn), others, texts)
  }

  comes(row: readonly CellInput[]): void {
    this.#came++
    const values = row.map((cell) => (cell === '' ? null : cell))
    const same = this.#there.get(identityOf(values, []))
    if (same && same.count > 0) same.count--
    else
      this.#add(this.#coming, values, [], () =>
        this.#plan.columns.map(({ value }, at) => textOf(cellAs(row[at] ?? null, numberFormat(value)?.type))),
      )
  }

  result(): DryRunRows {
    const difference = { created: 0, changed: 0, removed: 0 }
    const samples: Samples = { changed: [], removed: [], created: [] }
    for (const pair of this.#pairs().values()) {
      const changed = Math.min(pair.more, pair.less)
      difference.created += pair.more - changed
      difference.changed += changed
      difference.removed += pair.less - changed
      this.#sample(samples, pair, changed > 0)
    }
    const { changed, removed, created } = samples
    const sample = Array.from({ length: SHOWN_ROWS }, (_, place) =>
      [changed, removed, created].flatMap((kind) => kind.slice(place, place + 1)),
    ).flat()
    return {
      difference: { ...difference, unchanged: this.#came - difference.created - difference.changed },
      columns: [...this.#plan.columns.map(({ name }) => name), ...this.#otherNames()],
      sample: sample.slice(0, SHOWN_ROWS),
    }
  }

  /** The remaining rows of both sides, by key. */
  #pairs(): ReadonlyMap<string, Pair> {
    const pairs = new Map<string, Pair>()
    for (const { key, count, shown } of this.#coming.values()) {
      const pair = pairs.get(key) ?? { more: 0, less: 0 }
      pairs.set(key, { ...pair, more: pair.more + count, after: pair.after ?? shown })
    }
    for (const { key, count, shown } of this.#there.values()) {
      if (count === 0) continue
      const pair = pairs.get(key) ?? { more: 0, less: 0 }
      pairs.set(key, { ...pair, less: pair.less + count, before: pair.before ?? shown })
    }
    return pairs
  }

  #sample(samples: Samples, { before, after }: Pair, isChanged: boolean): void {
    const old = before && this.#shownOf(before)
    const fresh = after && [...after, ...this.#emptied()]
    if (isChanged) {
      if (old && fresh) samples.changed.push({ before: old, after: fresh })
    } else if (old) samples.removed.push({ before: old })
    else if (fresh) samples.created.push({ after: fresh })
  }

  #add(
    to: Map<string, Alike>,
    values: readonly Value[],
    others: readonly (readonly [number, Value])[],
    texts: () => Texts,
  ): void {
    const identity = identityOf(values, others)
    const known = to.get(identity)
    if (known) {
      known.count++
      return
    }
    const key = this.#keyed.length > 0 ? JSON.stringify(this.#keyed.map((at) => values[at] ?? null)) : identity
    to.set(identity, { count: 1, key, shown: to.size < KEPT_ROWS ? texts() : undefined })
  }

  readonly #otherIndexes = () => [...this.#others].sort((a, b) => a - b)
  readonly #otherNames = () =>
    this.#otherIndexes().map((index) => this.#header[index] || `column_${columnLetters(index)}`)
  readonly #emptied = () => this.#otherIndexes().map(() => null)

  /** The moved columns, then the columns of the tab that would become empty. */
  #shownOf(texts: Texts): Texts {
    const own = this.#own.length
    return [...texts.slice(0, own), ...this.#otherIndexes().map((index) => texts[own + index] ?? null)]
  }
}

export const identityOf = (values: readonly Value[], others: readonly (readonly [number, Value])[]): string =>
  hash('sha256', JSON.stringify([values, others]), 'base64')

/** The content of a cell; an error and an empty text count as empty. */
export function heldIn({ effectiveValue }: Cell): Value {
  const { boolValue, numberValue, stringValue } = effectiveValue ?? {}
  return boolValue ?? numberValue ?? (stringValue || null)
}

const cellAs = (value: CellInput, type: string | undefined): Cell =>
  defined({
    effectiveValue:
      typeof value === 'boolean'
        ? { boolValue: value }
        : typeof value === 'number'
          ? { numberValue: value }
          : { stringValue: value ?? '' },
    effectiveFormat: type === undefined ? undefined : { numberFormat: { type } },
  })

function textOf(cell: Cell): string | null {
  const kind = kindOf(cell)
  if (kind === undefined || kind === 'blank' || kind === 'error') return null
  return fieldOf(cell, kind)?.slice(0, SHOWN_CHARACTERS) ?? null
}
