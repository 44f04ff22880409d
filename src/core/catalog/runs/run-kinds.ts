/** What becomes of the rows of a run; only `written` changes the destination. */
export type RunResult = 'written' | 'predicted' | 'compared'

interface RunKindFacts {
  /** Where its rows come from; `rejected`: from an earlier run that the target refused. */
  readonly reads: 'source' | 'rejected' | 'nothing'
  readonly result: RunResult
  /** Whether the next run continues where this one ended, and knows the columns that it met. */
  readonly movesPosition: boolean
}

/** The kinds of runs, and what is true of every run of a kind. */
export const RUN_KINDS = {
  move: { reads: 'source', result: 'written', movesPosition: true },
  'dry-run': { reads: 'source', result: 'predicted', movesPosition: false },
  compare: { reads: 'source', result: 'compared', movesPosition: false },
  backfill: { reads: 'source', result: 'written', movesPosition: false },
  replay: { reads: 'rejected', result: 'written', movesPosition: false },
  'send-differing': { reads: 'source', result: 'written', movesPosition: true },
  'after-rows': { reads: 'nothing', result: 'written', movesPosition: true },
} as const satisfies Readonly<Record<string, RunKindFacts>>

export type RunKind = keyof typeof RUN_KINDS

/** The destination stays as it is. */
export const isDry = (kind: RunKind): boolean => RUN_KINDS[kind].result !== 'written'
