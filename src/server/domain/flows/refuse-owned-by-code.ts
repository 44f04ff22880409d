import { sentence } from '../../../core/catalog/sentence.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import { RequestError } from '../request-error.ts'

/** @throws RequestError conflict if a file owns the flow: the next apply would undo the change */
export function refuseOwnedByCode({ code_file: file }: Pick<FlowRow, 'code_file'>): void {
  if (file === null) return
  throw new RequestError(
    'conflict',
    'OWNED_BY_CODE',
    sentence`This flow is owned by the file ${file}. Change the file and apply it, or take the flow over in the application.`,
    { file },
  )
}
