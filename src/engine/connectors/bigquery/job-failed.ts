import { defined } from '../../../core/catalog/defined.ts'
import { isRetryable } from '../../../core/catalog/errors/error-classes.ts'
import { GOOGLE_ERRORS } from '../../../core/catalog/errors/google-errors.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Job } from './dataset.ts'

export function jobFailed({ status }: Job): ConnectorError {
  const messages = [status.errorResult?.message, ...(status.errors ?? []).map(({ message }) => message)]
  const reason = status.errorResult?.reason ?? ''
  const [code = 'JOB_FAILED', , toDo, field] = GOOGLE_ERRORS[reason] ?? []
  const hint = field === undefined ? undefined : toDo
  return new ConnectorError({
    code,
    message: sentence`BigQuery could not take the rows: ${[...new Set(messages.filter(Boolean))].join(' ').slice(0, 800)}`,
    hint: hint ?? sentence`The table is unchanged. Fix what BigQuery names, and run again.`,
    ...defined({ field: hint && field }),
    retryable: isRetryable(code),
  })
}
