import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import type { Clock } from '../../../../core/auth/clock.ts'
import { AutoSave, type SaveState } from '../../../../core/flows/auto-save.ts'
import type { UnsavedFlow } from '../../../../core/flows/draft-store.ts'
import type { Flow, FlowChange } from '../../../../core/flows/flow.ts'
import { flowDifference } from '../../../../core/flows/flow-difference.ts'
import type { MergeConflict, MergeFlow } from '../../../../core/flows/merge-flow.ts'
import { type ResumedDraft, resumeDraft } from '../../../../core/flows/resume-draft.ts'
import { fail, ok } from '../../../../core/result.ts'
import { useActiveOrganization } from '../../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../../services/query-keys.ts'
import { useServices } from '../../../services/services.tsx'
import { FailureError, unwrap } from '../../../services/unwrap.ts'
import { useRetryOfSaving } from './use-retry-of-saving.ts'
import { useWarnBeforeLoss } from './use-warn-before-loss.ts'

/** The flow as it is being edited. */
export interface FlowDraftState {
  readonly draft: Flow
  /** The flow as the server has it. */
  readonly saved: Pick<Flow, 'version'>
  readonly saveState: SaveState
  /** What an earlier visit could not save and is here again: when it was changed, and the flow without it. */
  readonly restoredDraft: Pick<UnsavedFlow, 'at' | 'base'> | undefined
  change(change: FlowChange): void
  /** Saves at once; resolves with whether everything is saved. */
  flush(): Promise<boolean>
  /** Keeps the own version over the one that was saved elsewhere. */
  keepMine(): Promise<void>
  /** Puts the own changes and those that were saved elsewhere together, if `merge` can; resolves with what only a person can choose. */
  keepBoth(merge: MergeFlow): Promise<readonly MergeConflict[]>
  /** Drops the own changes for what the server has. */
  takeTheirs(): Promise<void>
  /** What was brought back has been seen. */
  dismissRestoredDraft(): void
}

const CLOCK: Clock = {
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** `onReplaced` hears that the draft is another one than the person at this screen has made. */
export function useFlowDraft(flow: Flow, onReplaced: () => void): FlowDraftState {
  const { fetchFlow, loadFlowDraft } = useServices()
  const [resumed] = useState(() => resumeDraft(flow, loadFlowDraft(flow.id)))
  const [draft, setDraft] = useState(resumed.draft)
  const [saved, setSaved] = useState(resumed.saved)
  const [restoredDraft, setRestoredDraft] = useState(
    resumed.unsaved && !resumed.isConflict ? { at: resumed.unsaved.at, base: resumed.saved } : undefined,
  )
  const autoSave = useAutoSave(resumed, setSaved)
  const saveState = useSyncExternalStore(autoSave.subscribe, autoSave.get)

  useEffect(() => {
    if (resumed.unsaved) autoSave.change(resumed.unsaved.change)
    return () => void autoSave.flush()
  }, [autoSave, resumed])
  useKeptDraft(saved, draft, saveState)
  useWarnBeforeLoss(saveState.status !== 'saved', autoSave.flush)
  useRetryOfSaving(saveState, autoSave.flush)

  const takeOver = (newer: Flow) => {
    setDraft(newer)
    setSaved(newer)
    setRestoredDraft(undefined)
    autoSave.adopt(newer)
    onReplaced()
  }
  const keep = async (merge: MergeFlow): Promise<readonly MergeConflict[]> => {
    const newer = await fetchFlow(flow.id)
    if (!newer.ok) return []
    const merged = merge(saved, draft, newer.value)
    if (!merged.ok) return merged.conflicts
    setDraft({ ...newer.value, ...merged.change })
    onReplaced()
    await autoSave.overwrite(newer.value, merged.change)
    return []
  }
  // Somebody saved a newer version, and nothing of one's own is at stake.
  const isOutdated = saveState.status === 'saved' && (flow.version ?? 0) > (saved.version ?? 0)
  useEffect(() => {
    // What one has saved oneself may be heard of from the server before `saved` tells of it.
    const isNews = (flow.version ?? 0) > (autoSave.savedVersion ?? 0)
    if (isOutdated && isNews && autoSave.get().status === 'saved') takeOver(flow)
  })

  return {
    draft,
    saved,
    saveState,
    restoredDraft,
    change: (change) => {
      setDraft((before) => ({ ...before, ...change }))
      autoSave.change(change)
    },
    flush: autoSave.flush,
    keepMine: async () => void (await keep(() => ({ ok: true, change: flowDifference(saved, draft) }))),
    keepBoth: keep,
    takeTheirs: async () => {
      const newer = await fetchFlow(flow.id)
      if (newer.ok) takeOver(newer.value)
    },
    dismissRestoredDraft: () => setRestoredDraft(undefined),
  }
}

/** Keeps what is not saved in this browser. */
function useKeptDraft(saved: Flow, draft: Flow, saveState: SaveState): void {
  const { saveFlowDraft } = useServices()
  const isKept = useRef(true)
  useEffect(() => {
    const isSaved = saveState.status === 'saved'
    // What another tab keeps is not for this one to forget.
    if (isSaved && !isKept.current) return
    isKept.current = !isSaved
    saveFlowDraft(saved.id, isSaved ? undefined : { base: saved, change: flowDifference(saved, draft), at: Date.now() })
    // Again with each attempt: another tab may have written over it.
  }, [saved, draft, saveState, saveFlowDraft])
}

/** One for the time that the editor is open; what it saved goes to every list and page. */
function useAutoSave({ saved, isConflict }: ResumedDraft, setSaved: (flow: Flow) => void): AutoSave {
  const { updateFlow, saveFlowDraft } = useServices()
  const queryClient = useQueryClient()
  const organization = useActiveOrganization()
  // As a mutation, so that the shell hears of a server that is away and of a session that has ended.
  const { mutateAsync: save } = useMutation({
    mutationFn: ({ base, change }: { readonly base: Pick<Flow, 'id' | 'version'>; readonly change: FlowChange }) =>
      unwrap(updateFlow(base, change)),
    networkMode: 'always',
    // Saves are many: none is kept to look at later.
    gcTime: 0,
  })
  const [autoSave] = useState(() => {
    return new AutoSave(
      saved,
      {
        clock: CLOCK,
        save: (base, change) =>
          save({ base, change }).then(ok, (error: unknown) => {
            if (error instanceof FailureError) return fail(error.failure)
            throw error
          }),
        onSaved: (answered, isAll) => {
          setSaved(answered)
          // The page may be left by now: then nobody else would forget it.
          if (isAll) saveFlowDraft(answered.id, undefined)
          queryClient.setQueryData<Flow>(QUERY_KEYS.flow(organization.id, answered.id), (known) =>
            known?.lastRun ? { ...answered, lastRun: known.lastRun } : answered,
          )
          void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flows(organization.id) })
        },
      },
      isConflict ? 'conflict' : 'saved',
    )
  })
  return autoSave
}
