import { exportedFlow, exportedFlowFile } from '../../../core/flows/exported-flow.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { download } from '../../services/download.ts'

/** The flow's definition as a file, to store, compare or send. */
export const exportFlow = (flow: Flow): void =>
  download(exportedFlowFile(flow), 'application/json', `${JSON.stringify(exportedFlow(flow), null, 2)}\n`)
