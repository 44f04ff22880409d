import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../node_modules/.cache/millrace/kubernetes', import.meta.url))
const PACKAGE = 'kubernetes-validate==1.37.0'

/** What Kubernetes accepts, strictly, as a package of Python brings it along. @returns the folder of a version */
export function kubernetesSchemas(version: string): string {
  const own = join(cache, version)
  if (existsSync(own)) return own
  const schemas = join(cache, 'kubernetes_validate', 'kubernetes-json-schema')
  if (!existsSync(schemas)) {
    mkdirSync(cache, { recursive: true })
    python('-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', cache, PACKAGE)
    const wheel = readdirSync(cache).find((name) => name.endsWith('.whl')) ?? ''
    python('-m', 'zipfile', '-e', join(cache, wheel), cache)
  }
  const draft = `${own}.new`
  mkdirSync(draft, { recursive: true })
  const folder = join(schemas, `v${version}-local-strict`)
  // They refer to each other by addresses on the web.
  for (const name of readdirSync(folder)) {
    const { $id: _, ...schema } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    const text = JSON.stringify(schema).replaceAll('"/api/_definitions.json', '"_definitions.json')
    writeFileSync(join(draft, name), text)
  }
  renameSync(draft, own)
  return own
}

function python(...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync('python3', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`This test needs Python with pip. (${error?.message ?? stderr})`)
}
