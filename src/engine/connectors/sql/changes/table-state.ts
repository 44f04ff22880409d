import { defined } from '../../../../core/catalog/defined.ts'
import type { RecordedTable } from '../../../ports/change-batch.ts'
import type { DescribedTable } from '../../../ports/change-source.ts'
import type { Problem } from '../../../ports/connector.ts'

/** What a mirror knows of a table, beside the place in the log that all tables have in common. */
export interface TableState {
  /** `copying`: waits for a copy. `draining`: has it, and what waited is being applied. */
  readonly kind: 'copying' | 'draining' | 'following' | 'paused'
  /** Of `copying`, and of `paused` before its copy: the copy must see everything that had begun then. Absent: nothing is kept until this is known. */
  readonly since?: string
  /** Of those that have a copy: what it sees. */
  readonly moment?: string
  /** Everything after this place in the log is newer than the copy. */
  readonly until?: string
  /** Of `paused`, unless a person did it. */
  readonly problem?: Problem
  /** Of `paused`: changes are not kept, and only a copy helps. */
  readonly needsCopy?: true
  /** The table at the source, when its last changes were applied or its copy was asked for. */
  readonly shape?: DescribedTable
  /** See `ChangeSteps.versionOf`: of its copy. */
  readonly made?: string
}

/** Whether the changes of a table are thrown away, because a later copy will have them. */
export const keepsNothing = ({ kind, since, needsCopy }: TableState): boolean =>
  needsCopy === true || (kind === 'copying' && since === undefined)

/** Where the destination keeps the states of one mirror and what waits; every change is part of its open transaction. */
export interface StateStore {
  readStates(): Promise<Map<string, TableState>>
  writeState(entity: string, state: TableState): Promise<void>
  /** @param but the tables that stay */
  forgetStates(but: readonly string[]): Promise<void>
  /** @returns how many bytes of changes wait, by table */
  readWaiting(): Promise<Map<string, number>>
  addWaiting(recorded: RecordedTable): Promise<void>
  /** Takes the oldest changes that wait. @returns nothing if none wait */
  takeWaiting(entity: string): Promise<readonly RecordedTable[]>
  /** @param entities absent: all */
  forgetWaiting(entities?: readonly string[]): Promise<void>
}

/** Of the table with the states. */
export const STATE_COLUMNS = ['state', 'since', 'moment', 'until', 'problem', 'needs_copy', 'shape', 'made'] as const

/** Values as text, in the order of `STATE_COLUMNS`. */
export const stateValues = ({
  kind,
  since,
  moment,
  until,
  problem,
  needsCopy,
  shape,
  made,
}: TableState): readonly (string | null)[] => [
  kind,
  since ?? null,
  moment ?? null,
  until ?? null,
  problem ? JSON.stringify(problem) : null,
  needsCopy ? '1' : '0',
  shape ? JSON.stringify(shape) : null,
  made ?? null,
]

export const stateOf = (row: Readonly<Record<string, string | null>>): TableState =>
  defined({
    kind: row['state'] as TableState['kind'],
    since: row['since'] ?? undefined,
    moment: row['moment'] ?? undefined,
    until: row['until'] ?? undefined,
    problem: row['problem'] == null ? undefined : (JSON.parse(row['problem']) as Problem),
    needsCopy: ['t', '1'].includes(row['needs_copy'] ?? '') ? (true as const) : undefined,
    shape: row['shape'] == null ? undefined : (JSON.parse(row['shape']) as DescribedTable),
    made: row['made'] ?? undefined,
  })
