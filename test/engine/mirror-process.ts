import { postgresMoments } from '../../src/engine/connectors/postgres/changes/moments.ts'
import { openPostgresChangeLoad } from '../../src/engine/connectors/postgres/changes/postgres-change-load.ts'
import { openPostgresChangeSource } from '../../src/engine/connectors/postgres/changes/postgres-change-source.ts'
import { runMirror } from '../../src/engine/mirror/run-mirror.ts'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import type { MirroredTable } from '../../src/engine/ports/change-source.ts'

/** A mirror in a process of its own, to be killed: says `batch` for each. Its tables have their copies. */
const { source, destination, name, tables, epoch } = JSON.parse(process.argv[2] ?? '{}')
const signal = new AbortController().signal
const context = { signal, dialler: makeDialler({ allowPrivate: true }), vendors: { addresses: {} } }
const mirrored = new Map<string, MirroredTable>(Object.entries(tables))
const entities = [...mirrored.keys()]
const load = await openPostgresChangeLoad(destination, context, {
  fence: { flowId: 'flow', runId: `process-${epoch}`, epoch: BigInt(epoch) },
  schema: 'public',
  targets: new Map(entities.map((entity) => [entity, entity])),
  moments: postgresMoments,
})
const log = await openPostgresChangeSource(source, context, { name, tables: mirrored })
const onEvent = ({ kind }: { readonly kind: string }) => void process.stdout.write(`${kind}\n`)
await runMirror({ source: log, load, entities, signal, storeQuietMs: 50, onEvent })
