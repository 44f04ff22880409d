import type { CamelCased } from '../../../contract/camel-cased.ts'
import type { IntegrationResponse } from '../../../contract/integrations.ts'

export const integrationOf = <Row extends CamelCased<IntegrationResponse>>(row: Row) => ({
  mergedIntegration: false,
  ...row,
})
