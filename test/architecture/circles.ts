/** Folders that come back to themselves through others, as groups; a folder and those within it count as different ones. */
export function circles(imports: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const reached = new Map<string, Set<string>>()
  for (const folder of imports.keys()) {
    const seen = new Set(imports.get(folder))
    for (const next of seen) for (const further of imports.get(next) ?? []) seen.add(further)
    reached.set(folder, seen)
  }
  const groups = new Map<string, string[]>()
  for (const [folder, seen] of reached) {
    if (!seen.has(folder)) continue
    const group = [...seen]
      .filter((other) => reached.get(other)?.has(folder))
      .sort((one, other) => one.localeCompare(other))
    groups.set(group.join(' ↔ '), group)
  }
  return [...groups.values()]
}
