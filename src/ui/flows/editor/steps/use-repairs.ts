import { useEffect, useMemo, useState } from 'react'

import { compareTables, type TableChange, type TableShape } from '../../../../core/connections/compare-tables.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import type { findRepairs } from '../../../../core/repairs/find-repairs.ts'
import type { Repair } from '../../../../core/repairs/repair.ts'
import { useKnownTables } from '../../../queries/use-known-tables.ts'

export interface FlowRepairs {
  readonly repairs: readonly Repair[]
  /** New columns and changed types in the flow's tables since it last succeeded. */
  readonly changes: readonly TableChange[]
}

const NONE: readonly TableShape[] = []

/** Finds missing objects: much code, which nobody needs before the source was read. */
function useFindRepairs(isNeeded: boolean): typeof findRepairs | undefined {
  const [find, setFind] = useState<typeof findRepairs>()
  useEffect(() => {
    if (!isNeeded) return
    import('../../../../core/repairs/find-repairs.ts').then(
      (module) => setFind(() => module.findRepairs),
      // Without it (no network) the server still shows why a run does not begin.
      () => undefined,
    )
  }, [isNeeded])
  return find
}

/** The parts of a flow that no longer fit its source; nothing until the source has been read. */
export function useRepairs(flow: Flow, entities: readonly Entity[] | undefined): FlowRepairs {
  const { config } = flow
  const find = useFindRepairs(entities !== undefined)
  const { data: known = NONE } = useKnownTables(flow, entities !== undefined)
  return useMemo(() => {
    const names = new Set(known.map(({ name }) => name))
    const own = entities?.filter(({ name }) => names.has(name)) ?? []
    return {
      repairs: find?.(config, entities, known) ?? [],
      changes: compareTables(known, own).filter(({ kind }) => kind === 'column-added' || kind === 'column-retyped'),
    }
  }, [config, entities, known, find])
}
