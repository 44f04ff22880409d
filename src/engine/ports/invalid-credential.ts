import { sentence } from '../../core/catalog/sentence.ts'
import { ConnectorError } from './connector.ts'

/** For a stored connection with a field that the form would not accept. */
export const invalidCredential = (field: string) =>
  new ConnectorError({
    code: 'CREDENTIALS_INVALID',
    message: sentence`The field "${field}" of this connection is missing or not valid.`,
    hint: sentence`Edit the connection and fill the field in again.`,
    field,
  })
