import { CONNECTION_TYPE_NAMES, CONNECTION_TYPES } from './connection-types.ts'

/** The start of the help pages; served beside the client. */
export const HELP = '/help/guide.html'

/** The page about a type of connection, such as `/help/connectors/aws-cost-explorer.html`. */
export const helpPageOf = (connectionType: string): string =>
  `/help/connectors/${connectionType.replace(/_api$/, '').replaceAll('_', '-')}.html`

/** The page about the connections that use an integration of this type, which says what it needs. Absent for an unknown type. */
export function helpPageOfIntegration(integrationType: string): string | undefined {
  const used = CONNECTION_TYPE_NAMES.find((type) =>
    CONNECTION_TYPES[type].integrations.some((integration) => integration === integrationType),
  )
  return used && helpPageOf(used)
}
