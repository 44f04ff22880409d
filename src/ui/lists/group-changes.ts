import type { AuditChange } from '../../core/audit/audit-event.ts'

/** A line of a list of changes: a change, and others that only make it complete. */
export interface ChangeGroup {
  readonly change: AuditChange
  readonly details: readonly AuditChange[]
  /** The place with the words of what was there before, which differs in a step that changed its type. */
  readonly placeBefore: readonly string[]
}

/** Puts what belongs together into one line: a check that came or went, a schedule, the flows after which a flow starts. */
export function groupChanges(changes: readonly AuditChange[]): readonly ChangeGroup[] {
  const groups: { change: AuditChange; details: AuditChange[] }[] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last && belongsTo(change, last.change)) last.details.push(change)
    else groups.push({ change, details: [] })
  }
  const placeBefore = placesBefore(changes)
  return groups.map((group) => {
    const { change, details } = withoutRepeats(group)
    return { change, details, placeBefore: placeBefore(change.path) }
  })
}

/** The path of a setting names its step by the type that the step has now; its old settings are those of the old type. */
function placesBefore(changes: readonly AuditChange[]): (path: readonly string[]) => readonly string[] {
  const typeBefore = new Map(
    changes.flatMap(({ path: [part, step = '', field, more], from }) =>
      part === 'transformations' && field === 'type' && more === undefined && from !== undefined ? [[step, from]] : [],
    ),
  )
  return (path) => {
    const [part = '', step = '', ...rest] = path
    const type = part === 'transformations' ? typeBefore.get(step) : undefined
    return type === undefined ? path : [part, step.replace(/(?<=^\d+ ).*/, type), ...rest]
  }
}

function belongsTo({ path, kind }: AuditChange, { path: first, kind: firstKind }: AuditChange): boolean {
  if (kind !== firstKind || kind === 'changed') return false
  if (first.at(-2) === 'checks')
    return path.length > first.length && first.every((field, place) => path[place] === field)
  return path.length === 2 && first.length === 2 && ONE_LINE.has(path[0] ?? '') && path[0] === first[0]
}

const ONE_LINE: ReadonlySet<string> = new Set(['schedule', 'after'])

/** The first field is the one that says most; that others of it went, too, says nothing more. */
function withoutRepeats({ change, details }: Omit<ChangeGroup, 'placeBefore'>): Omit<ChangeGroup, 'placeBefore'> {
  const part = change.path[0] ?? ''
  if (!ONE_LINE.has(part)) return { change, details }
  const all = [change, ...details]
  const main = all.find(({ path }) => path[1] === MAIN[part]) ?? change
  return { change: main, details: all.filter((other) => other !== main && keepsSaying(main, other)) }
}

const MAIN: Readonly<Record<string, string>> = { schedule: 'cron', after: 'flows' }

const keepsSaying = ({ kind }: AuditChange, { path }: AuditChange) => kind === 'added' || path[1] === 'timezone'
