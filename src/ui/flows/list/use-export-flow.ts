import { useQueryClient } from '@tanstack/react-query'

import { exportedFlow, exportedFlowFile } from '../../../core/flows/exported-flow.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { download } from '../../services/download.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'

/** The flow's definition as a file, to store, compare or send. */
export function useExportFlow(): (flow: Flow) => void {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return (flow) => {
    const flows = queryClient.getQueryData<readonly Flow[]>(QUERY_KEYS.flows(id))
    const exported = exportedFlow(flow, flows)
    download(exportedFlowFile(flow), 'application/json', `${JSON.stringify(exported, null, 2)}\n`)
  }
}
