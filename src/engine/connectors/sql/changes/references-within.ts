/** A foreign key, by the names of its tables. */
export interface Reference {
  readonly from: string
  readonly to: string
}

/**
 * The tables whose foreign keys lead to tables of the same mirror only. The source has checked these keys, and rows come table by table: a check in
 * between would refuse what is right at the end, and a cascade would remove what the log removes, too.
 */
export class ReferencesWithin {
  readonly #targets: ReadonlySet<string>
  readonly #ask: () => Promise<readonly Reference[]>
  readonly #knownMs: number
  #known: { readonly tables: ReadonlySet<string>; readonly until: number } | undefined

  /** @param ask for all foreign keys of these tables. @param knownMs how long they are taken for those that they were */
  constructor(
    targets: Iterable<string>,
    { ask, knownMs }: { readonly ask: () => Promise<readonly Reference[]>; readonly knownMs: number },
  ) {
    this.#targets = new Set(targets)
    this.#ask = ask
    this.#knownMs = knownMs
  }

  async has(table: string): Promise<boolean> {
    if (!this.#known || performance.now() > this.#known.until)
      this.#known = { tables: within(this.#targets, await this.#ask()), until: performance.now() + this.#knownMs }
    return this.#known.tables.has(table)
  }

  /** They are others than was thought. */
  forget(): void {
    this.#known = undefined
  }
}

function within(targets: ReadonlySet<string>, references: readonly Reference[]): ReadonlySet<string> {
  const inside = new Set<string>()
  const outside = new Set<string>()
  for (const { from, to } of references) {
    const kind = targets.has(from) && targets.has(to) ? inside : outside
    for (const table of [from, to]) kind.add(table)
  }
  return new Set([...inside].filter((table) => !outside.has(table)))
}
