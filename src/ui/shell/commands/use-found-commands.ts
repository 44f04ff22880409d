import { skipToken, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { History, Table2 } from 'lucide'

import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useDebounced } from '../../kit/use-debounced.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import { useIsOffered } from '../../services/use-is-offered.ts'
import { type Command, wordsOf } from './command.ts'

/** Shorter texts find too much to help. */
const SHORTEST = 2

/** Tables with the flows that move them, and runs: the server searches for both. */
export function useFoundCommands(query: string): readonly Command[] {
  const { searchTables, listRuns } = useServices()
  const { id: organizationId } = useActiveOrganization()
  const { minute } = useFormats()
  const navigate = useNavigate()
  const hasTables = useIsOffered('searchTables')
  const hasRuns = useIsOffered('listRuns')
  const typed = wordsOf(query).join(' ')
  const words = useDebounced(typed, [typed])
  const isLong = words.length >= SHORTEST
  const filter = { text: words }
  const { data: tables = [] } = useQuery({
    queryKey: QUERY_KEYS.foundTables(organizationId, words),
    queryFn: isLong && hasTables ? () => unwrap(searchTables(words)) : skipToken,
    placeholderData: (before) => before,
  })
  const { data: page } = useQuery({
    queryKey: [...QUERY_KEYS.runList(organizationId, filter), 'first'],
    queryFn: isLong && hasRuns ? () => unwrap(listRuns(filter)) : skipToken,
    placeholderData: (before) => before,
  })
  if (typed.length < SHORTEST) return []
  return [
    ...tables.map(
      ({ entity, target, flow }): Command => ({
        id: `table-${flow.id}-${entity}-${target ?? ''}`,
        group: 'tables',
        icon: Table2,
        label: target === undefined || target === entity ? entity : `${entity} → ${target}`,
        detail: flow.name,
        run: () => void navigate({ to: '/flows/$id', params: { id: flow.id } }),
      }),
    ),
    ...(page?.runs ?? []).map(
      ({ id, flowName, queuedAt }): Command => ({
        id: `run-${id}`,
        group: 'runs',
        icon: History,
        label: flowName ?? id,
        detail: [queuedAt && minute(queuedAt), id.slice(0, 8)].filter(Boolean).join(' · '),
        run: () => void navigate({ to: '/runs/$id', params: { id } }),
      }),
    ),
  ]
}
