/** What a soak has seen, by kind of flow. */
export interface Tally {
  ended(kind: string, run: Ended): void
  breach(kind: string, breach: string, detail: string): void
  readonly breaches: number
  /** Kinds that have run, each time in vain. */
  readonly neverSucceeded: readonly string[]
  /** For `console.table`. */
  table(): Readonly<Record<string, Row>>
}

interface Ended {
  readonly status: string
  readonly attempt: number
  readonly error: { readonly code: string } | null
}

interface Row {
  runs: number
  succeeded: number
  /** Of those that succeeded, how many needed more than one attempt. */
  retried: number
  /** How many ended with which code. */
  failed: string
  breaches: number
}

export function makeTally(): Tally {
  const rows = new Map<string, Row & { codes: Map<string, number> }>()
  const of = (kind: string) => {
    const row = rows.get(kind) ?? { runs: 0, succeeded: 0, retried: 0, failed: '', breaches: 0, codes: new Map() }
    rows.set(kind, row)
    return row
  }
  return {
    ended(kind, { status, attempt, error }) {
      const row = of(kind)
      row.runs++
      if (status === 'succeeded') {
        row.succeeded++
        if (attempt > 1) row.retried++
      } else {
        const code = error?.code ?? status
        row.codes.set(code, (row.codes.get(code) ?? 0) + 1)
      }
    },
    breach(kind, breach, detail) {
      of(kind).breaches++
      console.log(`${new Date().toISOString()} ${kind}: ${breach}: ${detail}`)
    },
    get breaches() {
      return [...rows.values()].reduce((sum, row) => sum + row.breaches, 0)
    },
    get neverSucceeded() {
      return [...rows].filter(([, row]) => row.runs > 0 && row.succeeded === 0).map(([kind]) => kind)
    },
    table: () =>
      Object.fromEntries(
        [...rows].map(([kind, { codes, ...row }]) => [
          kind,
          { ...row, failed: [...codes].map(([code, count]) => `${count} ${code}`).join(', ') },
        ]),
      ),
  }
}
