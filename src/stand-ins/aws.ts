import { AwsV4Signer } from 'aws4fetch'

import { startVendorServer, type VendorReply, type VendorRequest, type VendorServer } from './vendor-server.ts'

export interface AwsStandIn extends Pick<VendorServer, 'address' | 'requests' | 'fail' | 'stop'> {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** What the account may do, how many groups are on a page, whether a page is followed by itself, and how many pages AWS charged for. */
  readonly settings: { mayReadCosts: boolean; isDeactivated: boolean; groupsPerPage: number; repeatsPages: boolean }
  readonly charged: { pages: number }
}

const DAY_MS = 86_400_000
const DIMENSIONS = ['SERVICE', 'LINKED_ACCOUNT', 'USAGE_TYPE', 'REGION', 'RECORD_TYPE']
const METRICS = [
  'UnblendedCost',
  'AmortizedCost',
  'UsageQuantity',
  'BlendedCost',
  'NetUnblendedCost',
  'NetAmortizedCost',
]
const VALUES: Readonly<Record<string, readonly string[]>> = {
  SERVICE: ['Amazon Simple Storage Service', 'Amazon Elastic Compute Cloud - Compute'],
  LINKED_ACCOUNT: ['111111111111', '222222222222'],
  USAGE_TYPE: ['EUC1-TimedStorage-ByteHrs', 'BoxUsage:t3.micro'],
  REGION: ['eu-central-1', 'us-east-1'],
  RECORD_TYPE: ['Usage', 'Tax', 'Credit'],
}

interface Question {
  readonly TimePeriod?: { readonly Start?: string; readonly End?: string }
  readonly Granularity?: string
  readonly Metrics?: readonly string[]
  readonly GroupBy?: readonly { readonly Type?: string; readonly Key?: string }[]
  readonly NextPageToken?: string
}

class Refused extends Error {
  readonly type: string
  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

/**
 * STS and the part of Cost Explorer that is used here: signatures are checked, requests validated as the API reference demands,
 * pages cost money unless they are refused.
 */
export async function startAws(now: () => number = Date.now): Promise<AwsStandIn> {
  const accessKeyId = 'AKIAEXAMPLE'
  const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG'
  const settings = { mayReadCosts: true, isDeactivated: false, groupsPerPage: 500, repeatsPages: false }
  const charged = { pages: 0 }
  const tokens = new Map<string, { readonly asked: string; readonly from: number }>()

  function costs(request: VendorRequest): VendorReply {
    if (header(request, 'x-amz-target') !== 'AWSInsightsIndexService.GetCostAndUsage')
      throw new Refused('UnknownOperationException', '')
    if (!settings.mayReadCosts)
      throw new Refused('AccessDeniedException', 'User: millrace is not authorized to perform: ce:GetCostAndUsage')
    const asked = JSON.parse(request.body.toString()) as Question
    const { NextPageToken: token, ...question } = asked
    const periods = validated(question, now())
    const page = token === undefined ? undefined : tokens.get(token)
    if (token !== undefined && !page) throw new Refused('InvalidNextTokenException', 'Invalid token')
    if (page && page.asked !== JSON.stringify(question))
      throw new Refused('RequestChangedException', 'Your request parameters changed between pages.')

    const all = entriesOf(question, periods)
    const from = page?.from ?? 0
    const shown = all.slice(from, from + settings.groupsPerPage)
    charged.pages++
    const next = from + settings.groupsPerPage < all.length ? `token-${tokens.size}` : undefined
    if (settings.repeatsPages && token) return { status: 200, body: costPage(question, shown, now(), token) }
    if (next) tokens.set(next, { asked: JSON.stringify(question), from: from + settings.groupsPerPage })
    return { status: 200, body: costPage(question, shown, now(), next) }
  }

  const server = await startVendorServer(async (request) => {
    const isSts = header(request, 'content-type').startsWith('application/x-www-form-urlencoded')
    try {
      if (settings.isDeactivated) throw unrecognized()
      await checkSignature(request, { accessKeyId, secretAccessKey, service: isSts ? 'sts' : 'ce' })
      return isSts ? identify(request) : costs(request)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { type, message } = error
      if (isSts) return { status: 403, body: { Error: { Type: 'Sender', Code: stsCode(type), Message: message } } }
      return { status: 400, body: { __type: type, message } }
    }
  })

  return { ...server, accessKeyId, secretAccessKey, settings, charged }
}

const unrecognized = () =>
  new Refused('UnrecognizedClientException', 'The security token included in the request is invalid.')

interface Signing {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly service: string
}

async function checkSignature(
  request: VendorRequest,
  { accessKeyId, secretAccessKey, service }: Signing,
): Promise<void> {
  const authorization = header(request, 'authorization')
  const datetime = header(request, 'x-amz-date')
  const credential = /Credential=([^/]+)\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request/.exec(authorization)
  if (credential?.[1] !== accessKeyId) throw unrecognized()
  const signed = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  const headers = Object.fromEntries(
    signed.filter((name) => name !== 'host').map((name) => [name, header(request, name)]),
  )
  const expected = await new AwsV4Signer({
    method: request.method,
    url: `http://${header(request, 'host')}${request.path}`,
    headers,
    body: request.body.toString(),
    accessKeyId,
    secretAccessKey,
    service,
    region: 'us-east-1',
    datetime,
  }).sign()
  const moment = Date.parse(datetime.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const isFresh = Math.abs(moment - Date.now()) < 15 * 60_000
  if (expected.headers.get('authorization') !== authorization || !isFresh)
    throw new Refused('InvalidSignatureException', 'The request signature we calculated does not match.')
}

function identify(request: VendorRequest): VendorReply {
  const form = new URLSearchParams(request.body.toString())
  if (form.get('Action') !== 'GetCallerIdentity' || form.get('Version') !== '2011-06-15')
    throw new Refused('InvalidAction', 'Could not find operation for version')
  const Arn = 'arn:aws:iam::111111111111:user/millrace'
  const result = { Arn, Account: '111111111111', UserId: 'AIDAEXAMPLE' }
  return { status: 200, body: { GetCallerIdentityResponse: { GetCallerIdentityResult: result } } }
}

interface CostEntry {
  readonly period: Period
  readonly group: readonly string[]
  readonly n: number
}

/** One entry for each period and each combination of the values of the keys. */
function entriesOf(question: Question, periods: readonly Period[]): readonly CostEntry[] {
  const keys = (question.GroupBy ?? []).map(({ Key = '' }) => VALUES[Key] ?? [])
  const groups = keys.reduce<readonly (readonly string[])[]>(
    (combined, values) => combined.flatMap((left) => values.map((value) => [...left, value])),
    [[]],
  )
  return periods.flatMap((period, at) => groups.map((group, n) => ({ period, group, n: at * groups.length + n })))
}

function costPage(question: Question, shown: readonly CostEntry[], now: number, next: string | undefined): object {
  const periods = [...new Set(shown.map(({ period }) => period))]
  return {
    GroupDefinitions: question.GroupBy,
    ResultsByTime: periods.map((period) => ({
      TimePeriod: { Start: period.start, End: period.end },
      Total: {},
      Groups: shown
        .filter((entry) => entry.period === period)
        .map(({ group, n }) => ({
          Keys: group,
          Metrics: Object.fromEntries((question.Metrics ?? []).map((name) => [name, amountOf(name, n)])),
        })),
      Estimated: closesAt(period) > now,
    })),
    DimensionValueAttributes: VALUES['LINKED_ACCOUNT']?.map((Value, n) => ({
      Value,
      Attributes: { description: `Account ${n + 1}` },
    })),
    ...(next && { NextPageToken: next }),
  }
}

/** AWS closes the bill of a month some days later. */
const DAYS_UNTIL_CLOSED = 5

function closesAt({ start }: Period): number {
  const at = new Date(start)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1 + DAYS_UNTIL_CLOSED)
}

const header = (request: VendorRequest, name: string): string => String(request.headers[name] ?? '')

const stsCode = (type: string) =>
  type === 'UnrecognizedClientException' ? 'InvalidClientTokenId' : 'SignatureDoesNotMatch'

/** Some amounts are tiny and come with an exponent, as AWS sends them. */
const amountOf = (metric: string, n: number) => ({
  Amount: n % 7 === 3 ? '4.2E-7' : `${n}.0000000123`,
  Unit: metric === 'UsageQuantity' ? 'N/A' : 'USD',
})

interface Period {
  readonly start: string
  readonly end: string
}

function validated(question: Question, now: number): readonly Period[] {
  const { TimePeriod, Granularity, Metrics = [], GroupBy = [] } = question
  const refuse = (message: string): never => {
    throw new Refused('ValidationException', message)
  }
  const { Start = '', End = '' } = TimePeriod ?? {}
  if (!/^\d{4}-\d\d-\d\d$/.test(Start) || !/^\d{4}-\d\d-\d\d$/.test(End)) refuse('Start time is invalid.')
  if (Start >= End) refuse('Start date (and hour) should be before end date (and hour)')
  if (Granularity !== 'DAILY' && Granularity !== 'MONTHLY') refuse('Granularity is invalid')
  if (Metrics.length === 0 || Metrics.some((name) => !METRICS.includes(name))) refuse('Metrics are invalid')
  if (GroupBy.length > 2) refuse('Group by up to two keys')
  if (GroupBy.some(({ Type, Key }) => Type !== 'DIMENSION' || !DIMENSIONS.includes(Key ?? ''))) refuse('Invalid group')
  const today = new Date(now)
  if (Date.parse(Start) < Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 13, 1))
    refuse('You haven’t enabled historical data beyond 14 months')
  if (Date.parse(End) > Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1))
    refuse('end date past the beginning of next month')

  const periods: Period[] = []
  for (let start = Start; start < End; ) {
    const at = new Date(start)
    const following =
      Granularity === 'DAILY' ? at.getTime() + DAY_MS : Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)
    const iso = new Date(following).toISOString().slice(0, 10)
    const isCut = iso > End
    const end = isCut ? End : iso
    periods.push({ start, end })
    start = end
  }
  return periods
}
