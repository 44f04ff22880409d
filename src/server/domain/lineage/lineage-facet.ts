import { VERSION } from '../../host/version.ts'

/** Says who wrote an event or a facet. */
export const PRODUCER = `urn:millrace:${VERSION}`

export const SCHEMA_URL = 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent'

/** The versions of the facets that we send: github.com/OpenLineage/OpenLineage/tree/main/spec/facets */
const FACETS = {
  processing_engine: '1-1-1/ProcessingEngineRunFacet',
  nominalTime: '1-0-1/NominalTimeRunFacet',
  parent: '1-2-0/ParentRunFacet',
  errorMessage: '1-0-1/ErrorMessageRunFacet',
  jobType: '2-0-4/JobTypeJobFacet',
  schema: '1-2-0/SchemaDatasetFacet',
  columnLineage: '1-2-0/ColumnLineageDatasetFacet',
  inputStatistics: '1-0-0/InputStatisticsInputDatasetFacet',
  outputStatistics: '1-0-2/OutputStatisticsOutputDatasetFacet',
} as const

/** A facet with where its schema is. */
export const facet = <Content extends object>(name: keyof typeof FACETS, content: Content) => ({
  _producer: PRODUCER,
  _schemaURL: `https://openlineage.io/spec/facets/${FACETS[name]}.json#/$defs/${FACETS[name].split('/')[1]}`,
  ...content,
})
