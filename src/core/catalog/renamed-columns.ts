import { nearestName } from './nearest-name.ts'

interface NamedType {
  readonly name: string
  readonly type: string
}

/**
 * The columns that a table has lost, each with its probable new name: a new column of the same type in the same place, else the new one of that
 * type with the most similar name. A column that is dropped while another is added elsewhere has none.
 * @param before and after in the order of the table
 */
export function renamedColumns(before: readonly NamedType[], after: readonly NamedType[]): ReadonlyMap<string, string> {
  const isIn = (columns: readonly NamedType[], name: string) => columns.some((column) => column.name === name)
  const lost = before.filter(({ name }) => !isIn(after, name))
  const added = after.filter(({ name }) => !isIn(before, name))
  const kept = before.filter(({ name }) => isIn(after, name))
  const renamed = new Map<string, string>()
  const left = () => added.filter(({ name }) => ![...renamed.values()].includes(name))
  for (const gap of gapsOf(before, lost)) {
    const came = gapsOf(after, added).find(({ behind }) => behind === gap.behind)?.columns ?? []
    // Behind the last column new ones may follow.
    const mayBeMore = gap.behind === kept.at(-1)?.name
    if (mayBeMore ? came.length < gap.columns.length : came.length !== gap.columns.length) continue
    for (const [at, { name, type }] of gap.columns.entries())
      if (came[at]?.type === type) renamed.set(name, came[at].name)
  }
  for (const { name, type } of lost) {
    if (renamed.has(name)) continue
    const alike = nearestName(
      name,
      left().flatMap((column) => (column.type === type ? [column.name] : [])),
    )
    if (alike !== undefined) renamed.set(name, alike)
  }
  return renamed
}

/** Columns that stand together, by the column that both lists have before them. */
function gapsOf(columns: readonly NamedType[], apart: readonly NamedType[]) {
  const gaps: { readonly behind: string | undefined; readonly columns: NamedType[] }[] = []
  let behind: string | undefined
  for (const column of columns) {
    if (!apart.includes(column)) behind = column.name
    else if (gaps.at(-1)?.behind === behind && gaps.length > 0) gaps.at(-1)?.columns.push(column)
    else gaps.push({ behind, columns: [column] })
  }
  return gaps
}
