import { sentence } from '../../../core/catalog/sentence.ts'
import { type ConnectorContext, ConnectorError, type Endpoint } from '../../ports/connector.ts'

export interface AwsService {
  readonly address: string
  readonly region: string
}

export interface AwsSettings {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly costExplorer: AwsService
  readonly sts: AwsService
}

/**
 * In each partition, Cost Explorer and STS have one endpoint region.
 * Source: AWS General Reference, "AWS Cost Explorer endpoints and quotas".
 */
const PARTITIONS = [
  { prefix: 'cn-', region: 'cn-northwest-1', domain: 'amazonaws.com.cn' },
  { prefix: 'us-gov-', region: 'us-gov-west-1', domain: 'amazonaws.com' },
  { prefix: '', region: 'us-east-1', domain: 'amazonaws.com' },
] as const

/** This becomes part of a host name, so nothing else may be allowed. */
const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/

/** @throws ConnectorError when the credentials cannot be valid */
export function awsSettings({ credentials }: Endpoint, { vendors }: ConnectorContext): AwsSettings {
  const text = (name: string) => String(credentials[name] ?? '')
  const ownRegion = text('region')
  if (!REGION.test(ownRegion)) {
    throw new ConnectorError({
      code: 'REGION_UNKNOWN',
      message: sentence`This is not a region of AWS.`,
      hint: sentence`Enter one such as us-east-1.`,
      field: 'region',
    })
  }
  const { region, domain } = PARTITIONS.find(({ prefix }) => ownRegion.startsWith(prefix)) ?? PARTITIONS[2]
  const { awsCostExplorer, awsSts } = vendors.addresses
  return {
    accessKeyId: text('access_key_id'),
    secretAccessKey: text('secret_access_key'),
    costExplorer: { address: awsCostExplorer ?? `https://ce.${region}.${domain}`, region },
    sts: { address: awsSts ?? `https://sts.${region}.${domain}`, region },
  }
}
