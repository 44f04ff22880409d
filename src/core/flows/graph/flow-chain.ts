import type { Flow } from '../flow.ts'

/** A flow with everything that runs before it and after it, directly or through others. */
export function flowChain(flows: readonly Flow[], id: string): readonly Flow[] {
  const before = new Map(flows.map((flow) => [flow.id, flow.config.after?.flowIds ?? []]))
  const after = new Map<string, string[]>()
  for (const [flow, ids] of before) for (const one of ids) after.set(one, [...(after.get(one) ?? []), flow])
  const reached = new Set([...reach(id, before), ...reach(id, after)])
  return flows.filter((flow) => reached.has(flow.id))
}

function reach(start: string, next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set([start])
  for (const id of reached) for (const other of next.get(id) ?? []) reached.add(other)
  return reached
}
