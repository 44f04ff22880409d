import { APPROVAL_HOURS } from '../../../core/catalog/runs/approvals.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { RequestError } from '../request-error.ts'

export const flowHasChanged = () =>
  new RequestError(
    'conflict',
    'FLOW_CHANGED',
    sentence`The flow has changed since this dry run. Start another dry run.`,
  )

export const notApproved = () =>
  new RequestError(
    'conflict',
    'NOT_APPROVED',
    sentence`A person has to approve this dry run on its page in Millrace. An approval is valid for ${APPROVAL_HOURS} hours and for one run.`,
  )
