import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { compareTables, type TableChange, type TableShape } from '../../../../core/connections/compare-tables.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { findRepairs } from '../../../../core/repairs/find-repairs.ts'
import type { Repair } from '../../../../core/repairs/repair.ts'
import { useActiveOrganization } from '../../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../../services/query-keys.ts'
import { useServices } from '../../../services/services.tsx'
import { unwrap } from '../../../services/unwrap.ts'
import { useIsOffered } from '../../../services/use-is-offered.ts'

export interface FlowRepairs {
  readonly repairs: readonly Repair[]
  /** What is new or has another type in the tables of the flow since it last succeeded. */
  readonly changes: readonly TableChange[]
}

const NONE: readonly TableShape[] = []

/** What of a flow broke because its source changed; nothing while the source has not been read. */
export function useRepairs({ id, config, lastRun }: Flow, entities: readonly Entity[] | undefined): FlowRepairs {
  const { listKnownTables } = useServices()
  const organization = useActiveOrganization()
  const isOffered = useIsOffered('listKnownTables')
  const { data: known = NONE } = useQuery({
    // Each run that ends may have seen others.
    queryKey: QUERY_KEYS.knownTables(organization.id, id, `${lastRun?.id} ${lastRun?.status}`),
    queryFn: () => unwrap(listKnownTables(id)),
    enabled: isOffered && lastRun !== undefined && entities !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return useMemo(() => {
    const own = entities?.filter(({ name }) => known.some((table) => table.name === name)) ?? []
    return {
      repairs: findRepairs(config, entities, known),
      changes: compareTables(known, own).filter(({ kind }) => kind === 'column-added' || kind === 'column-retyped'),
    }
  }, [config, entities, known])
}
