import type { ConnectionType } from './connection-types.ts'

/** How tables of a system are called where data catalogues of several programs must mean the same one. */
interface DatasetForm {
  readonly namespace: string
  readonly name: string
}

/**
 * With fields of the connection or its credentials in braces, none of which is secret; `entity` is the table, `connection` the id of the connection.
 * Databases and BigQuery as in the naming conventions of OpenLineage (openlineage.io/docs/spec/naming), the others in their manner.
 */
export const DATASET_FORMS = {
  postgres: {
    namespace: 'postgres://{host}:{port}',
    name: '{dbname}.{entity}',
  },
  mysql: { namespace: 'mysql://{host}:{port}', name: '{entity}' },
  bigquery: {
    namespace: 'bigquery',
    name: '{project_id}.{dataset_id}.{entity}',
  },
  google_sheets: {
    namespace: 'googlesheets://{spreadsheet_id}',
    name: '{entity}',
  },
  aws_cost_explorer_api: {
    namespace: 'awscostexplorer://{connection}',
    name: '{entity}',
  },
  metronome: { namespace: 'metronome://{connection}', name: '{entity}' },
  // The addresses of people are not names of data.
  email: { namespace: 'email://{connection}', name: '{entity}' },
} as const satisfies Record<ConnectionType, DatasetForm>

export interface DatasetName {
  readonly namespace: string
  readonly name: string
}

/** The name of a table in catalogues. @param fields of the connection and its credentials */
export function datasetName(
  type: ConnectionType,
  fields: Readonly<Record<string, unknown>>,
  entity: string,
): DatasetName {
  const { namespace, name } = DATASET_FORMS[type]
  const fill = (field: string) => {
    if (field === 'entity') return entity
    const value = String(fields[field] ?? '')
    return field === 'host' ? value.toLowerCase() : value
  }
  const filled = (form: string) => form.replaceAll(/\{(\w+)\}/g, (_, field: string) => fill(field))
  return { namespace: filled(namespace), name: filled(name) }
}
