import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { defined } from '../../../../core/catalog/defined.ts'
import type { FlowConfig, Transformation } from '../../../../core/flows/flow.ts'
import type { FlowPreview } from '../../../../core/flows/flow-preview.ts'
import { type Previewed, previewedBy } from '../../../../core/transformations/previewed.ts'
import { useActiveOrganization } from '../../../access/use-active-organization.ts'
import { useDebounced } from '../../../kit/use-debounced.ts'
import { QUERY_KEYS } from '../../../services/query-keys.ts'
import { useServices } from '../../../services/services.tsx'
import { unwrap } from '../../../services/unwrap.ts'

interface Wanted {
  readonly sourceId: string
  /** Empty: no rows to show yet. */
  readonly stream: string
  readonly steps: readonly Transformation[]
  readonly config: FlowConfig
  /** A condition that chooses the rows. */
  readonly where?: string | undefined
}

interface FlowPreviewState {
  readonly preview: FlowPreview | undefined
  /** It shows an earlier version of the flow; a new one is loading. */
  readonly isStale: boolean
  readonly isAsking: boolean
  readonly error: unknown
  ask(): void
}

const KEPT_MS = 30_000

/**
 * A sample through the steps, loaded automatically if `isFree` allows it; `onPreviewed` receives the result, with the flow for which it was
 * computed.
 */
export function useFlowPreview(
  latest: Wanted,
  isFree: boolean,
  onPreviewed: (previewed: Previewed) => void,
): FlowPreviewState {
  const { previewFlow } = useServices()
  const organization = useActiveOrganization()
  const settled = useDebounced(latest, [latest.config, latest.stream, latest.steps.length, latest.where])
  const { sourceId, stream, steps, config, where } = isFree ? settled : latest
  const columns = config.streams.find(({ entity }) => entity === stream)?.columns
  const request = { sourceId, entity: stream, columns, steps, ...defined({ where }) }
  const {
    data: preview,
    isPlaceholderData,
    isFetching,
    error,
    refetch,
  } = useQuery({
    queryKey: QUERY_KEYS.preview(organization.id, request),
    queryFn: ({ signal }) => unwrap(previewFlow(request, signal)),
    enabled: isFree && stream !== '',
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    // Caching one for every pause in typing would be too much.
    gcTime: KEPT_MS,
  })
  useEffect(() => {
    if (preview && !isPlaceholderData) onPreviewed(previewedBy(preview, { config, stream }))
  }, [preview, isPlaceholderData, config, stream, onPreviewed])
  return {
    preview,
    isStale: isPlaceholderData || config !== latest.config || where !== latest.where,
    isAsking: isFetching,
    error,
    ask: () => void refetch(),
  }
}
