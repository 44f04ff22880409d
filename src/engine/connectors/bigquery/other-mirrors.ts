import { randomUUID } from 'node:crypto'
import type { TargetRequest } from '../../ports/target-request.ts'
import { heldByMirror, stillHeld, writtenByMirror } from '../sql/changes/held-by-mirror.ts'
import type { DestinationOptions } from './commit-rows.ts'
import { mirrorId } from './mirror-place.ts'
import { mirrorTables, POSITIONS, STATES } from './mirror-tables.ts'
import { literal } from './string-literal.ts'

type Asked = Pick<DestinationOptions, 'dataset' | 'location' | 'signal' | 'ignoresCase' | 'heldMirrors'>

interface Question {
  /** The id of the mirror that asks. */
  readonly own: string
  /** Tables of the dataset. */
  readonly targets: readonly string[]
  /** The names of all tables of the dataset. */
  readonly tables: readonly string[]
}

/** @returns a target that another mirror holds */
async function otherMirror(
  { dataset, location, signal, ignoresCase, heldMirrors }: Asked,
  { own, targets, tables }: Question,
): Promise<string | undefined> {
  const others = tables
    .filter((name) => name.startsWith(STATES))
    .map((name) => name.slice(STATES.length))
    .filter((id) => id !== own && tables.includes(`${POSITIONS}${id}`))
  if (others.length === 0) return undefined
  const names = targets.map((name) => literal(ignoresCase ? name.toLowerCase() : name)).join(', ')
  const named = ignoresCase ? 'LOWER(target)' : 'target'
  const of = (id: string) => {
    const { states, position } = mirrorTables(dataset.id, id)
    return `SELECT target, flow_id, CAST(alive_until > CURRENT_TIMESTAMP() AS STRING) AS is_alive FROM ${states}, ${position} WHERE ${named} IN (${names})`
  }
  const query = { query: others.map(of).join('\nUNION ALL '), useLegacySql: false }
  const rows = await dataset.askRows(`millrace_mirrors_${randomUUID()}`, location, { query }, signal)
  const written = rows.map(([target, flowId, isAlive]) => ({
    target: target ?? '',
    flowId: flowId ?? '',
    isAlive: isAlive === 'true',
  }))
  const [held] = await stillHeld(written, heldMirrors)
  return held
}

/** @param tables of the dataset. @throws ConnectorError `TARGET_MISMATCH` if a mirror of another flow writes the target of a run */
export async function refuseMirrored(
  options: Asked,
  { fence, target }: TargetRequest,
  tables: readonly string[],
): Promise<void> {
  const other = await otherMirror(options, { own: mirrorId(fence, options.dataset), targets: [target], tables })
  if (other !== undefined) throw writtenByMirror(other)
}

/** @throws ConnectorError `CONFLICT` if another mirror that is on writes one of the targets */
export async function requireOwn(options: Asked, id: string, targets: readonly string[]): Promise<void> {
  const tables = (await options.dataset.tables()).map(({ name }) => name)
  const other = await otherMirror(options, { own: id, targets, tables })
  if (other !== undefined) throw heldByMirror(other)
}
