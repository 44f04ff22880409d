/** The start of the help pages; served beside the client. */
export const HELP = '/help/guide.html'

/** The page about a type of connection, such as `/help/connectors/aws-cost-explorer.html`. */
export const helpPageOf = (connectionType: string): string =>
  `/help/connectors/${connectionType.replace(/_api$/, '').replaceAll('_', '-')}.html`
