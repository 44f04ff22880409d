import { checkDetails, checkLabel } from '../../../core/catalog/checks/check-label.ts'
import type { DataCheck } from '../../../core/catalog/checks/data-checks.ts'
import { ORDER, settingText } from '../../../core/catalog/setting-text.ts'
import type { AuditChange } from '../../store/organizations/audit.ts'

/** Maximum number of changes per event, and of characters per value. */
export const MAX_CHANGES = 100
const LONGEST_VALUE = 200

type Fields = Readonly<Record<string, unknown>>
type Items = readonly Fields[]

/**
 * The differences between two states of something that people change, field by field.
 * @param isSecret whether the values at a path must not be shown
 */
export function changesOf(
  before: Fields,
  after: Fields,
  isSecret: (path: readonly string[]) => boolean = () => false,
): readonly AuditChange[] {
  return differences([], before, after)
    .map((change) => (isSecret(change.path) ? { path: change.path, kind: change.kind } : change))
    .slice(0, MAX_CHANGES)
}

function differences(path: readonly string[], before: unknown, after: unknown): readonly AuditChange[] {
  if (isAbsent(before) && isAbsent(after)) return []
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const [was, is] = [partsOf(before, path.at(-1)), partsOf(after, path.at(-1))]
  const isWithin = (was || isAbsent(before)) && (is || isAbsent(after))
  if ((was || is) && isWithin) {
    const inside = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].flatMap((key) => {
      const [old, now] = [was?.get(key), is?.get(key)]
      const own = [...path, (now ?? old)?.label ?? key]
      const isItem = (now ?? old)?.isItem === true && !(old && now)
      return isItem ? cameOrWent(own, old?.value, now?.value) : differences(own, old?.value, now?.value)
    })
    return isItems(before) && isItems(after) ? [...inside, ...orderChange(path, before, after)] : inside
  }
  return changeOf(path, before, after)
}

/** An item of a list as a whole; of a check also what it demands, as its label tells little. */
function cameOrWent(path: readonly string[], before: unknown, after: unknown): readonly AuditChange[] {
  const kind = after === undefined ? 'removed' : 'added'
  const item: AuditChange = { path, kind }
  if (path.at(-2) !== 'checks') return [item]
  const details = [...checkDetails((after ?? before) as DataCheck)].map(
    ([name, value]): AuditChange => ({
      path: [...path, name],
      kind,
      ...shown(after === undefined ? 'from' : 'to', value),
    }),
  )
  return [item, ...details]
}

/** Items that both lists have, in another order; the words of a kind are left out where they do not show it. */
function orderChange(path: readonly string[], before: Items, after: Items): readonly AuditChange[] {
  const kept = (items: Items, others: Items) => {
    const known = new Set(others.map(identityOf))
    return items.filter((item) => known.has(identityOf(item)))
  }
  const [was, is] = [kept(before, after), kept(after, before)]
  if (was.every((item, index) => identityOf(item) === identityOf(is[index] ?? {}))) return []
  const [from, to] = [namesOf(was), namesOf(is)]
  return [
    { path: [...path, ORDER], kind: 'changed', ...(from !== to && { ...shown('from', from), ...shown('to', to) }) },
  ]
}

const namesOf = (items: Items): string => items.map(({ entity, type }) => String(entity ?? type ?? '')).join(', ')

/** The change of a value as a whole. */
function changeOf(path: readonly string[], before: unknown, after: unknown): readonly AuditChange[] {
  // The store has an order of its own for the fields of an item of a list.
  if (Array.isArray(before) && Array.isArray(after) && settingText(before) === settingText(after)) return []
  const kind = isAbsent(before) ? 'added' : isAbsent(after) ? 'removed' : 'changed'
  return [{ path, kind, ...shown('from', before), ...shown('to', after) }]
}

interface Part {
  /** The name for people. */
  readonly label: string
  readonly value: unknown
  /** An item of a list, which is added or removed as a whole. */
  readonly isItem?: true
}

/** The parts of a structure, by their identity; nothing for a plain value, and for a list whose items have none. */
function partsOf(value: unknown, list: string | undefined): ReadonlyMap<string, Part> | undefined {
  if (isFields(value)) return new Map(Object.entries(value).map(([label, own]) => [label, { label, value: own }]))
  if (!isItems(value)) return undefined
  return new Map(
    value.map((item, index) => [
      // A check of another type is another check.
      `${identityOf(item)}${list === 'checks' ? ` ${item['type']}` : ''}`,
      { label: labelOf(item, index, list), value: item, isItem: true },
    ]),
  )
}

const identityOf = ({ entity, id }: Fields): string | undefined => (entity ?? id)?.toString()

/** A stream by its table, a check by what it is about, a step by its position and type. */
function labelOf(item: Fields, index: number, list: string | undefined): string {
  const { entity, type } = item
  if (typeof entity === 'string') return entity
  if (list === 'checks') return checkLabel(item as unknown as DataCheck)
  return `${index + 1}${typeof type === 'string' ? ` ${type}` : ''}`
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isItems = (value: unknown): value is Items =>
  Array.isArray(value) &&
  value.some(isFields) &&
  value.every((item) => isFields(item) && identityOf(item) !== undefined)

const isAbsent = (value: unknown) => value === undefined || value === null || (Array.isArray(value) && !value.length)

function shown(side: 'from' | 'to', value: unknown): { from?: string; to?: string } {
  if (isAbsent(value) || partsOf(value, undefined)) return {}
  const text = settingText(value)
  // The store accepts no half of a character.
  return { [side]: text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1).toWellFormed()}…` : text }
}
