import { CHANNEL_FIELDS } from '../../../core/catalog/code/channel-fields.ts'
import { INTEGRATION_TYPES, type IntegrationType } from '../../../core/catalog/connections/integration-types.ts'
import type { ChannelDocument, CodeDocument } from './code-document.ts'

/** The names of the API, in the words of a document. */
const RENAMED: Readonly<Record<string, string>> = {
  source_connection: 'source',
  destination_connection: 'destination',
  integration_id: 'integration',
}

const OF_CHANNEL: Readonly<Record<string, string>> = { flow_ids: 'flows', kind: 'type' }

const isCredentialOf = ({ type, credentials }: ChannelDocument, field: string): boolean =>
  CHANNEL_FIELDS[type].some(({ name }) => name === field) || Object.hasOwn(credentials, field)

/** The place in a document of a field that a rule of the API names. */
export function fieldIn(document: CodeDocument, field: string): string {
  if (document.kind === 'flow')
    return RENAMED[field] ?? field.replace(/^config\./, '').replace(/^(after\.flows\.\d+)\.id$/, '$1')
  if (document.kind === 'alert-channel')
    return OF_CHANNEL[field] ?? (isCredentialOf(document, field) ? `credentials.${field}` : field)
  const renamed = RENAMED[field] ?? field
  if (renamed in document) return renamed
  const isOwn = document.kind === 'integration' || isCredential(document.type, field)
  return isOwn || Object.hasOwn(document.credentials ?? {}, field) ? `credentials.${field}` : `config.${field}`
}

const isCredential = (type: string, name: string): boolean => {
  const known = Object.hasOwn(INTEGRATION_TYPES, type) ? INTEGRATION_TYPES[type as IntegrationType].fields : []
  return known.some((field) => field.name === name)
}
