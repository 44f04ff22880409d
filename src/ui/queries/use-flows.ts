import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import { isFinal } from '../../core/catalog/runs/run-states.ts'
import { editionOf } from '../../core/flows/drafts/edition-of.ts'
import { publishedFlow } from '../../core/flows/drafts/published-flow.ts'
import type { EditedFlow, Flow, FlowChange, FlowDraft, FlowVersion } from '../../core/flows/flow.ts'
import type { EditBase } from '../../core/flows/flow-repository.ts'
import { withKnownEnds } from '../../core/flows/with-known-ends.ts'
import type { Services } from '../../core/services/services.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import { useLoadedConnections } from './use-connections.ts'

/** The polling interval while something runs, in case no events arrive, or an older answer comes after them. */
const FALLBACK_POLL_MS = 5_000

/** Nothing announces what mirrors do; lists ask for their states alone more often. */
const MIRROR_POLL_MS = 15_000

export const isRunning = ({ lastRun }: Flow): boolean => lastRun !== undefined && !isFinal(lastRun.status)

const flowsQuery = ({ listFlows }: Services, organizationId: string) =>
  queryOptions({
    queryKey: QUERY_KEYS.flows(organizationId),
    queryFn: () => unwrap(listFlows()),
    refetchInterval: ({ state }) =>
      state.data?.some(isRunning)
        ? FALLBACK_POLL_MS
        : state.data?.some(({ mirror }) => mirror)
          ? MIRROR_POLL_MS
          : false,
  })

export const flowQuery = ({ fetchFlow }: Services, organizationId: string, id: string) =>
  queryOptions({
    queryKey: QUERY_KEYS.flow(organizationId, id),
    queryFn: () => unwrap(fetchFlow(id)),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? FALLBACK_POLL_MS : false),
  })

export function useFlows() {
  const withEnds = useWithKnownEnds()
  return useQuery({ ...flowsQuery(useServices(), useActiveOrganization().id), select: withEnds })
}

const NONE: readonly Flow[] = []

/** The already loaded flows: sends no request. */
export function useLoadedFlows(): readonly Flow[] {
  return useQuery({ ...flowsQuery(useServices(), useActiveOrganization().id), enabled: false }).data ?? NONE
}

/** The names of flows, nothing for one that does not exist any more; while they are loaded, nothing at all. */
export function useFlowNames(ids: readonly string[]): readonly (string | undefined)[] | undefined {
  const { data } = useQuery({
    ...flowsQuery(useServices(), useActiveOrganization().id),
    select: (flows) => ids.map((id) => flows.find((flow) => flow.id === id)?.name),
  })
  return data
}

/** Flows with the names of their source and destination, from the loaded connections. */
function useWithKnownEnds(): (flows: readonly Flow[]) => readonly Flow[] {
  const connections = useLoadedConnections()
  return useCallback((flows) => flows.map((flow) => withKnownEnds(flow, connections)), [connections])
}

export function useFlow(id: string, isWanted = true) {
  return useQuery({ ...flowQuery(useServices(), useActiveOrganization().id, id), enabled: isWanted })
}

export const editedFlowQuery = (
  { fetchEditedFlow }: Services,
  organizationId: string,
  flow: Pick<Flow, 'id' | 'edition'>,
) =>
  queryOptions({
    queryKey: QUERY_KEYS.editedFlow(organizationId, flow.id, editionOf(flow)),
    queryFn: () => unwrap(fetchEditedFlow(flow.id)),
    placeholderData: keepPreviousData,
  })

/** A flow with its draft, as an editor shows it: requested only if there is a draft. */
export function useEditedFlow(flow: Flow | undefined) {
  const hasDraft = flow?.draft !== undefined
  const { data, ...asked } = useQuery({
    ...editedFlowQuery(useServices(), useActiveOrganization().id, flow ?? { id: '' }),
    enabled: hasDraft,
  })
  const edited: EditedFlow | undefined = hasDraft ? data : flow
  return { ...asked, edited }
}

function useFlowsChanged() {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flows(id) })
}

export function useCreateFlow() {
  const { createFlow } = useServices()
  const changed = useFlowsChanged()
  return useMutation({
    mutationFn: (draft: FlowDraft) => unwrap(createFlow(draft)),
    // Not waited for: the new flow opens before a long list has come again.
    onSettled: () => void changed(),
  })
}

interface Update {
  readonly flow: Flow
  readonly change: FlowChange
}

export function useUpdateFlow() {
  const { updateFlow } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const changed = useFlowsChanged()
  return useMutation({
    mutationFn: ({ flow, change }: Update) => unwrap(updateFlow(flow, change)),
    onSuccess: (updated) => {
      queryClient.setQueryData(QUERY_KEYS.flow(id, updated.id), updated)
      // Its changes are told there.
      void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flowOverview(id, updated.id) })
    },
    onSettled: changed,
  })
}

interface Edit extends Omit<Update, 'flow'> {
  readonly flow: EditBase
}

/** As an editor saves: into the draft, where edits do not go live at once. */
export function useEditFlow() {
  const { saveFlowEdit } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return useMutation({
    mutationFn: ({ flow, change }: Edit) => unwrap(saveFlowEdit(flow, change)),
    onSuccess: (edited) => {
      queryClient.setQueryData<Flow>(QUERY_KEYS.flow(id, edited.id), (known) => publishedFlow(known, edited))
      // It may have been published at once.
      void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flowOverview(id, edited.id) })
    },
    onSettled: useFlowsChanged(),
  })
}

interface Restoring {
  /** As the person has seen it. */
  readonly flow: Flow
  readonly version: FlowVersion
}

/** Makes a saved version what is edited; the draft, if there is one, goes to the trash. */
export function useRestoreFlowVersion() {
  const { restoreFlowVersion } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const changed = useFlowsChanged()
  return useMutation({
    mutationFn: ({ flow, version }: Restoring) => unwrap(restoreFlowVersion(flow, version)),
    onSettled: (_restored, _error, { flow }) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flow(id, flow.id) }),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flowOverview(id, flow.id) }),
        changed(),
      ]),
  })
}

export function useDeleteFlow() {
  const { deleteFlow } = useServices()
  return useMutation({
    mutationFn: (id: string) => unwrap(deleteFlow(id)),
    onSettled: useFlowsChanged(),
  })
}
