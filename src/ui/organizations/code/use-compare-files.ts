import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import type { CodeRequest } from '../../../core/code/code-plan.ts'
import type { ComparedFlow } from '../../../core/code/compare-files.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** Compares the rows of a plan. What goes on is cancelled when it is stopped, or the plan is gone. */
export function useCompareFiles() {
  const { compareFiles } = useServices()
  const [flows, setFlows] = useState<readonly ComparedFlow[]>([])
  const controller = useRef<AbortController>(undefined)
  const stop = () => controller.current?.abort()
  useEffect(() => () => controller.current?.abort(), [])
  const comparing = useMutation({
    mutationFn: ({ request, state }: { readonly request: CodeRequest; readonly state: string }) => {
      stop()
      controller.current = new AbortController()
      setFlows([])
      return unwrap(compareFiles(request, state, { onProgress: setFlows, signal: controller.current.signal }))
    },
  })
  return { ...comparing, flows, stop }
}
