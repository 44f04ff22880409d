import type { Flow } from './flow.ts'

/** The flows in which the searched text is: first those that have it in their names. */
export function searchFlows(flows: readonly Flow[], text: string): readonly Flow[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return flows
  const isNamed = ({ name }: Flow) => name.toLowerCase().includes(wanted)
  const isNear = ({ sourceConnection, destinationConnection, tags = [], owner }: Flow) =>
    [sourceConnection?.name, destinationConnection?.name, owner?.name, ...tags].some((word) =>
      word?.toLowerCase().includes(wanted),
    )
  return [...flows.filter(isNamed), ...flows.filter((flow) => !isNamed(flow) && isNear(flow))]
}
