import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isMirrored } from '../../../../core/catalog/mirrors/is-mirrored.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { useActiveOrganization } from '../../../access/use-active-organization.ts'
import { isRunning } from '../../../queries/use-flows.ts'
import { useRunFlow } from '../../../runs/actions/use-run-flow.ts'
import { QUERY_KEYS } from '../../../services/query-keys.ts'
import type { FlowDisabled } from './use-flow-disabled-reason.ts'

interface StartRunDeps {
  readonly flow: Flow
  readonly disabled: FlowDisabled
  /** Saves unsaved changes; resolves with whether everything is saved. */
  flush(): Promise<boolean>
  /** Reads the source again, before the flow is refused because of it. */
  lookAgain(): Promise<void>
  /** It was tried, and is not possible now. */
  onRefused(): void
  onStarted(runId: string): void
}

/** Runs the edited flow, once everything is saved; what stood in the way at the source may have been mended there. */
export function useStartRun({ flow, disabled, flush, lookAgain, onRefused, onStarted }: StartRunDeps) {
  const { start: run, isPending } = useRunFlow()
  const queryClient = useQueryClient()
  const organization = useActiveOrganization()
  const [isAsking, setAsking] = useState(false)
  const [looking, setLooking] = useState<'now' | 'done'>()
  const [isRefused, setRefused] = useState(false)
  if (isRefused && disabled.reason === undefined) setRefused(false)
  /** What was just saved may be in a draft now, which a run does not use. */
  const hasDraft = () => queryClient.getQueryData<Flow>(QUERY_KEYS.flow(organization.id, flow.id))?.draft !== undefined
  const begin = async () => {
    const isOfDraft = disabled.reason !== undefined && disabled.reason === disabled.ofDraft
    if (disabled.reason !== undefined && !(isOfDraft && (await flush()) && hasDraft())) {
      setRefused(true)
      return onRefused()
    }
    if (isRunning(flow)) return
    if (!(await flush())) return
    if (hasDraft()) setAsking(true)
    else run(flow.id, onStarted)
  }
  const latest = useRef(begin)
  useEffect(() => {
    latest.current = begin
  })
  useEffect(() => {
    if (looking !== 'done') return
    setLooking(undefined)
    void latest.current()
  }, [looking])
  const start = async () => {
    // It is started by its own button, and copies by itself.
    if (isMirrored(flow.config)) return
    if (looking) return
    if (disabled.reason === undefined || !disabled.mayHavePassed) return begin()
    setLooking('now')
    await lookAgain().finally(() => setLooking('done'))
  }
  return {
    isStarting: isPending || looking !== undefined,
    isRefused,
    start: () => void start(),
    /** There is a draft: which version is wanted? */
    question: isAsking
      ? {
          onRun: () => {
            setAsking(false)
            run(flow.id, onStarted)
          },
          onClose: () => setAsking(false),
        }
      : undefined,
  }
}
