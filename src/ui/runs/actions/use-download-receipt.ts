import { useMutation } from '@tanstack/react-query'

import type { Run } from '../../../core/runs/run.ts'
import { download } from '../../services/download.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** Saves the receipt of a run as a file. */
export function useDownloadReceipt({ id, flowName = 'flow' }: Run) {
  const { fetchRunReceipt } = useServices()
  return useMutation({
    mutationFn: async () => {
      const receipt = await unwrap(fetchRunReceipt(id))
      download(`${flowName} receipt ${id}.json`, 'application/json', JSON.stringify(receipt, null, 2))
    },
  })
}
