import { sentence } from '../../core/catalog/sentence.ts'
import { ConnectorError } from './connector.ts'

/** Of a stored connection whose field does not hold what the form lets through. */
export const invalidCredential = (field: string) =>
  new ConnectorError({
    code: 'CREDENTIALS_INVALID',
    message: sentence`The field "${field}" of this connection is missing or not valid.`,
    hint: sentence`Edit the connection and fill the field in again.`,
    field,
    retryable: false,
  })
