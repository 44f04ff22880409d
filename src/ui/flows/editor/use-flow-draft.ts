import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'

import type { Flow, FlowChange } from '../../../core/flows/flow.ts'
import { type Clash, mergeFlow } from '../../../core/flows/merge-flow.ts'
import { QUERY_KEYS } from '../../app/query-keys.ts'
import { useServices } from '../../app/services.tsx'
import { useActiveOrganization } from '../../organizations/use-active-organization.ts'
import { AutoSave, type SaveState } from './auto-save.ts'
import { flowDifference } from './flow-difference.ts'

/** The flow as it is being edited. */
export interface FlowDraftState {
  readonly draft: Flow
  readonly saveState: SaveState
  change(change: FlowChange): void
  /** Saves at once; resolves with whether everything is saved. */
  flush(): Promise<boolean>
  /** Keeps the own version over the one that was saved elsewhere. */
  keepMine(): Promise<void>
  /** Puts the own changes and those that were saved elsewhere together; resolves with what only a person can choose. */
  keepBoth(): Promise<readonly Clash[]>
  /** Drops the own changes for the version that was saved elsewhere. */
  takeTheirs(): Promise<void>
}

export function useFlowDraft(flow: Flow): FlowDraftState {
  const { updateFlow, fetchFlow } = useServices()
  const queryClient = useQueryClient()
  const organization = useActiveOrganization()
  const [draft, setDraft] = useState(flow)
  const [saved, setSaved] = useState(flow)
  const create = (base: Flow) =>
    new AutoSave(base, {
      save: updateFlow,
      onSaved: (answered) => {
        setSaved(answered)
        queryClient.setQueryData<Flow>(QUERY_KEYS.flow(organization.id, answered.id), (known) =>
          known?.lastRun ? { ...answered, lastRun: known.lastRun } : answered,
        )
        void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flows(organization.id) })
      },
    })
  const [autoSave, setAutoSave] = useState(() => create(flow))
  const saveState = useSyncExternalStore(autoSave.subscribe, autoSave.get)

  useEffect(() => () => void autoSave.flush(), [autoSave])
  useWarnBeforeLoss(saveState, autoSave.flush)
  useRetryOfSaving(saveState, autoSave)

  return {
    draft,
    saveState,
    change: (change) => {
      setDraft((before) => ({ ...before, ...change }))
      autoSave.change(change)
    },
    flush: autoSave.flush,
    keepMine: async () => {
      const newer = await fetchFlow(flow.id)
      if (!newer.ok) return
      const mine = flowDifference(saved, draft)
      setDraft({ ...newer.value, ...mine })
      await autoSave.overwrite(newer.value, mine)
    },
    keepBoth: async () => {
      const newer = await fetchFlow(flow.id)
      if (!newer.ok) return []
      const merged = mergeFlow(saved, draft, newer.value)
      if (!merged.ok) return merged.clashes
      setDraft({ ...newer.value, ...merged.change })
      await autoSave.overwrite(newer.value, merged.change)
      return []
    },
    takeTheirs: async () => {
      const newer = await fetchFlow(flow.id)
      if (!newer.ok) return
      setDraft(newer.value)
      setSaved(newer.value)
      setAutoSave(create(newer.value))
    },
  }
}

/** Closing the tab with unsaved changes asks first, and saves while the person thinks. */
function useWarnBeforeLoss(saveState: SaveState, flush: () => Promise<boolean>) {
  const isAtRisk = saveState !== 'saved'
  useEffect(() => {
    if (!isAtRisk) return
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      void flush()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isAtRisk, flush])
}

const RETRY_MS = 15_000

/** What could not be saved is tried again by itself, at once when the browser is back online. */
function useRetryOfSaving(saveState: SaveState, { flush }: AutoSave) {
  useEffect(() => {
    if (saveState !== 'failed') return
    const timer = setTimeout(() => void flush(), RETRY_MS)
    const unsubscribe = onlineManager.subscribe((isOnline) => isOnline && void flush())
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [saveState, flush])
}
