import { randomBytes } from 'node:crypto'

import { makeVault, type Vault } from '../../src/server/vault/vault.ts'
import { type AwsStandIn, startAws } from '../../src/stand-ins/aws.ts'
import { type GoogleCloudStandIn, startGoogleCloud } from '../../src/stand-ins/google-cloud.ts'
import { type GoogleSheetsStandIn, startGoogleSheets } from '../../src/stand-ins/google-sheets.ts'
import { type MetronomeStandIn, startMetronome } from '../../src/stand-ins/metronome.ts'
import { type SendGridStandIn, startSendGrid } from '../../src/stand-ins/sendgrid.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { type FaultPoints, makeFaultPoints } from './fault-points.ts'
import { startTcpProxy, type TcpProxy } from './proxy.ts'
import type { WorkerSettings } from './worker.ts'
import type { WantedWorker } from './workers.ts'

/** A way that a worker takes to a server, on which faults may strike. */
export interface Link {
  readonly host: string
  readonly port: number
}

/** Where Google's accounts sign in: those of people and those of services each have their own stand-in. */
export type SignIn = 'google' | 'cloud'

/** Real servers and strict stand-ins, and the ways of a worker to them. */
export interface Servers {
  readonly api: Api
  readonly mariadb: RunningMariadb
  readonly sheets: GoogleSheetsStandIn
  readonly cloud: GoogleCloudStandIn
  readonly metronome: MetronomeStandIn
  readonly sendgrid: SendGridStandIn
  readonly aws: AwsStandIn
  readonly vault: Vault
  readonly points: FaultPoints
  readonly links: Readonly<Record<'postgresSource' | 'postgresDestination' | 'mysqlSource' | 'mysqlDestination', Link>>
  /** What no error may show. */
  readonly secrets: readonly string[]
  workerSettings(wanted: WantedWorker): Omit<WorkerSettings, 'clockOffset'>
  /** Ends what faults have left hanging, as a network that is well again does. */
  heal(): void
  stop(): Promise<void>
}

/** Small enough that a table of some pages is read in ranges, two at once as anywhere. */
const RANGES = { blocks: 2, atOnce: 2 }

/** An answer that has not come by then is none; in milliseconds. */
const ANSWER_WAIT = 300

export async function startServers(): Promise<Servers> {
  const masterKey = randomBytes(32)
  const points = makeFaultPoints()
  const [api, mariadb, sheets, cloud, metronome, sendgrid, aws] = await Promise.all([
    startApi({ takesRuns: false, masterKey }),
    startMariadb(),
    startGoogleSheets(),
    startGoogleCloud(),
    startMetronome(),
    startSendGrid(),
    startAws(),
  ])
  sheets.settings.callsPerMinute = Number.POSITIVE_INFINITY
  const proxies: TcpProxy[] = []
  const link = async (name: string, { host, port }: Link): Promise<Link> => {
    const proxy = await startTcpProxy({ host, port }, { judge: points.judge(name), answerWait: ANSWER_WAIT })
    proxies.push(proxy)
    return { host: '127.0.0.1', port: proxy.port }
  }
  const vendor = async (name: string, address: string) => {
    const { hostname, port } = new URL(address)
    return `http://127.0.0.1:${(await link(name, { host: hostname, port: Number(port) })).port}`
  }
  const store = await link('store', api.postgres)
  const [google, googleCloud, amazon] = await Promise.all([
    vendor('google', sheets.address),
    vendor('cloud', cloud.address),
    vendor('aws', aws.address),
  ])
  const addresses = {
    googleSheets: google,
    googleStorage: googleCloud,
    bigquery: googleCloud,
    awsCostExplorer: amazon,
    awsSts: amazon,
    metronome: await vendor('metronome', metronome.address),
    sendgrid: await vendor('sendgrid', sendgrid.address),
  }
  return {
    ...{ api, mariadb, sheets, cloud, metronome, sendgrid, aws, points },
    vault: makeVault(masterKey),
    links: {
      postgresSource: await link('source', api.postgres),
      postgresDestination: await link('destination', api.postgres),
      mysqlSource: await link('source', mariadb),
      mysqlDestination: await link('destination', mariadb),
    },
    secrets: [
      ...[api.postgres.password, metronome.apiKey, aws.secretAccessKey],
      JSON.parse(cloud.serviceAccountKey).private_key.split('\n')[1],
    ],
    workerSettings: ({ signIn, isHurried = false, isApart = false }) => ({
      storeUrl: isApart ? api.storeUrl : api.storeUrl.replace(/:\d+\//, `:${store.port}/`),
      masterKey: masterKey.toString('base64'),
      addresses: { ...addresses, googleOauth: signIn === 'cloud' ? googleCloud : google },
      ranges: RANGES,
      isHurried,
    }),
    heal: () => {
      for (const proxy of proxies) proxy.breakAll()
    },
    async stop() {
      await Promise.all(proxies.map((proxy) => proxy.stop()))
      await Promise.all([api, mariadb, sheets, cloud, metronome, sendgrid, aws].map((server) => server.stop()))
    },
  }
}
