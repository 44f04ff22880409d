import type { Connector } from '../../ports/connector.ts'
import { type Clock, systemClock } from '../vendor-api/clock.ts'
import { makeAwsClient } from './aws-client.ts'
import { AwsCostExplorerSource } from './aws-cost-explorer-source.ts'
import { awsSettings } from './aws-settings.ts'
import { COST_ENTITIES, sourceEntityOf } from './cost-entities.ts'
import { makeTestAws } from './test-aws.ts'

/** @param clock for tests */
export const makeAwsCostExplorerConnector = (clock: Clock): Connector => ({
  type: 'aws_cost_explorer_api',
  test: makeTestAws(clock),

  async discover() {
    return COST_ENTITIES.map(sourceEntityOf)
  },

  async openSource(endpoint, context) {
    const settings = awsSettings(endpoint, context)
    const client = makeAwsClient({ settings, service: 'ce', at: settings.costExplorer, signal: context.signal, clock })
    const { allowance, answers } = context
    return new AwsCostExplorerSource({ client, accessKeyId: settings.accessKeyId, clock, allowance, answers })
  },
})

export const awsCostExplorerConnector = makeAwsCostExplorerConnector(systemClock)
