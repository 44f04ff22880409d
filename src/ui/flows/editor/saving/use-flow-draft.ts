import { onlineManager, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import type { Clock } from '../../../../core/auth/clock.ts'
import { AutoSave, type SaveState } from '../../../../core/flows/drafts/auto-save.ts'
import type { UnsavedFlow } from '../../../../core/flows/drafts/draft-store.ts'
import { editionOf } from '../../../../core/flows/drafts/edition-of.ts'
import { flowDifference, isDone } from '../../../../core/flows/drafts/flow-difference.ts'
import { mergeEdits, preferMine } from '../../../../core/flows/drafts/merge-edits.ts'
import type { MergeConflict, MergeFlow } from '../../../../core/flows/drafts/merge-flow.ts'
import { publishedFlow } from '../../../../core/flows/drafts/published-flow.ts'
import { openDraft, type ResumedDraft, resumeDraft } from '../../../../core/flows/drafts/resume-draft.ts'
import type { EditedFlow, Flow, FlowChange } from '../../../../core/flows/flow.ts'
import type { EditBase } from '../../../../core/flows/flow-repository.ts'
import { fail, ok } from '../../../../core/result.ts'
import { useActiveOrganization } from '../../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../../services/query-keys.ts'
import { useServices } from '../../../services/services.tsx'
import { FailureError, unwrap } from '../../../services/unwrap.ts'

/** The edited flow. */
export interface FlowDraftState {
  readonly draft: Flow
  /** The flow on the server. */
  readonly saved: Pick<Flow, 'version' | 'edition'>
  readonly saveState: SaveState
  /** The restored unsaved changes of an earlier visit: their time, and the flow without them. */
  readonly restoredDraft: Pick<UnsavedFlow, 'at' | 'base'> | undefined
  change(change: FlowChange): void
  /** Saves at once; resolves with whether everything is saved. */
  flush(): Promise<boolean>
  /** Keeps the own version in place of the one that was saved elsewhere. */
  keepMine(): Promise<void>
  /** Merges the own changes with those that were saved elsewhere, if `merge` can; resolves with the conflicts that only a person can decide. */
  keepBoth(merge: MergeFlow): Promise<readonly MergeConflict[]>
  /** Drops the own changes in favour of the server's version. */
  takeTheirs(): Promise<void>
  /** The notice about restored changes has been seen. */
  dismissRestoredDraft(): void
}

const CLOCK: Clock = {
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** `onReplaced` is called when the draft was replaced by another one than the user has made on this screen. */
export function useFlowDraft(flow: EditedFlow, onReplaced: () => void): FlowDraftState {
  const { fetchFlow, fetchEditedFlow, discardDraft, loadFlowDraft } = useServices()
  const [resumed] = useState(() => resumeDraft(flow, loadFlowDraft(flow.id)))
  const [draft, setDraft] = useState(resumed.draft)
  const [saved, setSaved] = useState(resumed.saved)
  const [restoredDraft, setRestoredDraft] = useState(() => restoredOf(resumed))
  const autoSave = useAutoSave(resumed, setSaved)
  const saveState = useSyncExternalStore(autoSave.subscribe, autoSave.get)

  useEffect(() => {
    if (resumed.unsaved) autoSave.change(resumed.unsaved.change)
    return () => void autoSave.flush()
  }, [autoSave, resumed])
  // A draft that only has to be merged with what was published since is on the server.
  const isOnServer = (state: SaveState) =>
    state.status === 'saved' || (state.status === 'conflict' && isDone(saved, draft))
  useKeptDraft(saved, draft, saveState, isOnServer)
  useWarnBeforeLoss(!isOnServer(saveState), autoSave.flush)
  useRetryOfSaving(saveState, autoSave.flush)

  const takeOver = (newer: EditedFlow) => {
    const opened = openDraft(newer)
    setDraft(opened.draft)
    setSaved(opened.saved)
    setRestoredDraft(undefined)
    autoSave.adopt(newer, opened.isConflict ? 'conflict' : 'saved')
    onReplaced()
  }
  const keep = async (merge: MergeFlow): Promise<readonly MergeConflict[]> => {
    const newer = await fetchEditedFlow(flow.id)
    if (!newer.ok) return []
    const published = newer.value.base ? await fetchFlow(flow.id) : newer
    if (!published.ok) return []
    const merged = mergeEdits(merge, { saved, edited: draft, newer: newer.value, published: published.value })
    if (!merged.ok) return merged.conflicts
    setDraft({ ...published.value, ...merged.change })
    onReplaced()
    await autoSave.overwrite(published.value, merged.change)
    return []
  }
  useEffect(() => {
    // Somebody saved a newer state, and there are no unsaved changes. The server may report our own save before `saved` does.
    const known = Math.max(editionOf(saved), autoSave.savedEdition)
    const isSaved = isOnServer(saveState) && isOnServer(autoSave.get())
    if (isSaved && editionOf(flow) > known) takeOver(flow)
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
    keepMine: async () => void (await keep(preferMine)),
    keepBoth: keep,
    takeTheirs: async () => {
      // What a colleague has added to the draft since is shown first.
      if (flow.base) await discardDraft(saved)
      const newer = await fetchEditedFlow(flow.id)
      if (newer.ok) takeOver(newer.value)
    },
    dismissRestoredDraft: () => setRestoredDraft(undefined),
  }
}

const restoredOf = ({ saved, unsaved, isConflict }: ResumedDraft) =>
  unsaved && !isConflict ? { at: unsaved.at, base: saved } : undefined

/** Stores unsaved changes in this browser. */
function useKeptDraft(saved: Flow, draft: Flow, saveState: SaveState, isOnServer: (state: SaveState) => boolean): void {
  const { saveFlowDraft } = useServices()
  const isKept = useRef(true)
  const isSavedIn = useRef(isOnServer)
  useEffect(() => {
    isSavedIn.current = isOnServer
  })
  useEffect(() => {
    const isSaved = isSavedIn.current(saveState)
    // This tab must not delete the draft of another tab.
    if (isSaved && !isKept.current) return
    isKept.current = !isSaved
    saveFlowDraft(saved.id, isSaved ? undefined : { base: saved, change: flowDifference(saved, draft), at: Date.now() })
    // Again with each attempt, because another tab may have overwritten it.
  }, [saved, draft, saveState, saveFlowDraft])
}

/** One for the lifetime of the editor; every list and page gets what it saved. */
function useAutoSave({ saved, isConflict }: ResumedDraft, setSaved: (flow: Flow) => void): AutoSave {
  const { saveFlowEdit, saveFlowDraft } = useServices()
  const queryClient = useQueryClient()
  const organization = useActiveOrganization()
  // As a mutation, so that the shell notices an unavailable server or an ended session.
  const { mutateAsync: save } = useMutation({
    mutationFn: ({ base, change }: { readonly base: EditBase; readonly change: FlowChange }) =>
      unwrap(saveFlowEdit(base, change)),
    networkMode: 'always',
    // There are many saves: none is cached.
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
          // The user may have left the page: then nobody else would delete it.
          if (isAll) saveFlowDraft(answered.id, undefined)
          queryClient.setQueryData(QUERY_KEYS.editedFlow(organization.id, answered.id, editionOf(answered)), answered)
          queryClient.setQueryData<Flow>(QUERY_KEYS.flow(organization.id, answered.id), (known) =>
            publishedFlow(known, answered),
          )
          void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flows(organization.id) })
        },
      },
      isConflict ? 'conflict' : 'saved',
    )
  })
  return autoSave
}

const RETRY_MS = 15_000

/**
 * Retries a failed save automatically if that can help: after a while and when the browser is back online,
 * or after the user has signed in again. A refused save would be refused again.
 */
function useRetryOfSaving(state: SaveState, flush: () => Promise<boolean>): void {
  const { sessionState } = useServices()
  useEffect(() => {
    const reason = state.status === 'failed' ? state.reason : undefined
    if (reason === 'passing') {
      const timer = setTimeout(() => void flush(), RETRY_MS)
      const unsubscribe = onlineManager.subscribe((isOnline) => isOnline && void flush())
      return () => {
        clearTimeout(timer)
        unsubscribe()
      }
    }
    if (reason !== 'signed-out') return
    return sessionState.subscribe(() => {
      if (sessionState.get().status === 'signed-in') void flush()
    })
    // Every failure is a new state, so that the timer restarts.
  }, [state, flush, sessionState])
}

/** Asks before a tab with unsaved changes is closed, and saves meanwhile. */
function useWarnBeforeLoss(isAtRisk: boolean, flush: () => Promise<boolean>): void {
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
