import { bigqueryConnector } from '../../src/engine/connectors/bigquery/bigquery-connector.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { openMirror } from '../../src/engine/mirror/open-mirror.ts'
import { runMirror } from '../../src/engine/mirror/run-mirror.ts'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import type { Connector, Endpoint } from '../../src/engine/ports/connector.ts'

/** A mirror in a process of its own, to be killed: says `batch` for each. Its tables have their copies; `tables` names their targets. */
const { source, destination, name, tables, epoch, google, everyMs } = JSON.parse(process.argv[2] ?? '{}')
const CONNECTORS: Readonly<Record<string, Connector>> = { mysql: mysqlConnector, gcp: bigqueryConnector }
const signal = new AbortController().signal
const endOf = (endpoint: Endpoint) => ({
  connector: CONNECTORS[endpoint.integration] ?? postgresConnector,
  endpoint,
})
const entities = Object.keys(tables)
const opened = await openMirror({
  source: endOf(source),
  destination: endOf(destination),
  name,
  tables: entities.map((entity) => ({ entity, target: tables[entity] })),
  fence: { flowId: 'flow', runId: `process-${epoch}`, epoch: BigInt(epoch) },
  context: {
    signal,
    dialler: makeDialler({ allowPrivate: true }),
    vendors: { addresses: google ? { googleOauth: google, googleStorage: google, bigquery: google } : {} },
  },
  everyMs,
})
const onEvent = ({ kind }: { readonly kind: string }) => void process.stdout.write(`${kind}\n`)
await runMirror({ ...opened, entities, signal, storeQuietMs: 50, onEvent })
