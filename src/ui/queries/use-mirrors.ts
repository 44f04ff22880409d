import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { CutOverAction } from '../../core/catalog/mirrors/cut-over.ts'
import { isMirrored } from '../../core/catalog/mirrors/is-mirrored.ts'
import type { MirroredTableAction, WantedMirror } from '../../core/catalog/mirrors/mirror-states.ts'
import type { Flow } from '../../core/flows/flow.ts'
import type { Mirror, MirrorSummary, MirrorWindow } from '../../core/mirrors/mirror.ts'
import type { AskedReadiness } from '../../core/mirrors/mirror-repository.ts'
import type { Services } from '../../core/services/services.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

// Nothing announces what a mirror does. A hidden page asks nothing.
const PAGE_POLL_MS = 2_000
const LIST_POLL_MS = 5_000
const WINDOWS_POLL_MS = 10_000

const mirrorsQuery = ({ listMirrors }: Services, organizationId: string) =>
  queryOptions({
    queryKey: QUERY_KEYS.mirrors(organizationId),
    queryFn: () => unwrap(listMirrors()),
    refetchInterval: LIST_POLL_MS,
  })

export const mirrorQuery = ({ fetchMirror }: Services, organizationId: string, flowId: string) =>
  queryOptions({
    queryKey: QUERY_KEYS.mirror(organizationId, flowId),
    queryFn: () => unwrap(fetchMirror(flowId)),
    refetchInterval: PAGE_POLL_MS,
  })

/** How the mirror of a listed flow is doing now; nothing for other flows. */
export function useMirrorSummary(flow: Flow): MirrorSummary | undefined {
  const isWanted = isMirrored(flow.config)
  const { data } = useQuery({
    ...mirrorsQuery(useServices(), useActiveOrganization().id),
    enabled: isWanted && flow.mirror !== undefined,
    select: (mirrors) => mirrors.find(({ flowId }) => flowId === flow.id),
  })
  return isWanted ? (data ?? flow.mirror ?? NEVER_STARTED) : undefined
}

const NEVER_STARTED: MirrorSummary = { wanted: 'off', state: 'off' }

export const useMirror = (flowId: string, isWanted = true) =>
  useQuery({ ...mirrorQuery(useServices(), useActiveOrganization().id, flowId), enabled: isWanted })

/** The newest first, page by page. */
export function useMirrorWindows(flowId: string) {
  const { listMirrorWindows } = useServices()
  const { id } = useActiveOrganization()
  return useInfiniteQuery({
    queryKey: QUERY_KEYS.mirrorWindows(id, flowId),
    queryFn: ({ pageParam }) => unwrap(listMirrorWindows(flowId, pageParam)),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => earlierThan(page),
    refetchInterval: WINDOWS_POLL_MS,
  })
}

/** Nothing is older than the first. */
function earlierThan(page: readonly MirrorWindow[]): number | undefined {
  const oldest = page.at(-1)?.number
  return oldest === 1 ? undefined : oldest
}

/** Asks the source of a flow whether these tables can be mirrored. */
export function useMirrorReadiness(flowId: string, asked: AskedReadiness, isWanted: boolean) {
  const { checkMirror } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.mirrorReadiness(id, flowId, asked),
    queryFn: () => unwrap(checkMirror(flowId, asked)),
    enabled: isWanted && asked.entities?.length !== 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** Starts, pauses or ends the mirror of a flow. */
export function useWantMirror(flowId: string) {
  const { wantMirror } = useServices()
  const known = useMirrorKnown(flowId)
  return useMutation({
    mutationFn: (wanted: WantedMirror) => unwrap(wantMirror(flowId, wanted)),
    ...known,
  })
}

interface AskedOfTable {
  /** Absent: of all. */
  readonly entity?: string
  readonly action: MirroredTableAction
}

export function useChangeMirroredTable(flowId: string) {
  const { changeMirroredTable } = useServices()
  const known = useMirrorKnown(flowId)
  return useMutation({
    mutationFn: ({ entity, action }: AskedOfTable) => unwrap(changeMirroredTable(flowId, action, entity)),
    ...known,
  })
}

/** Compares tables of a mirror with their source; without tables, all. */
export function useCompareMirror(flowId: string) {
  const { compareMirror } = useServices()
  const known = useMirrorKnown(flowId)
  return useMutation({
    mutationFn: (entities: readonly string[] | undefined) => unwrap(compareMirror(flowId, entities)),
    ...known,
  })
}

export function useChangeCutOver(flowId: string) {
  const { changeCutOver } = useServices()
  const known = useMirrorKnown(flowId)
  return useMutation({
    mutationFn: (action: CutOverAction) => unwrap(changeCutOver(flowId, action)),
    ...known,
  })
}

/** Some of the rows of a table that the last comparison found to differ. */
export function useMirrorDifference(flowId: string, entity: string) {
  const { listMirrorDifference } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.mirrorDifference(id, flowId, entity),
    queryFn: () => unwrap(listMirrorDifference(flowId, entity)),
  })
}

/** Pages show what an answer says at once. */
function useMirrorKnown(flowId: string) {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return {
    onSuccess: (mirror: Mirror) => queryClient.setQueryData(QUERY_KEYS.mirror(id, flowId), mirror),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.mirrors(id) }),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flows(id) }),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flow(id, flowId) }),
      ]),
  }
}
