import { createHash } from 'node:crypto'

import { find } from './runtime-packages.mjs'

/**
 * What a release consists of, as a CycloneDX 1.6 document: each package with its hash from the lock file, its licence, and what it needs.
 * The same packages give the same document.
 * @param product name, version and licence of what is shipped, with its own dependencies
 * @param packages entries of the lock file, by path
 */
export function sbomOf(product, packages) {
  const refs = Object.fromEntries(
    Object.entries(packages).map(([path, { version }]) => [path, purl(nameOf(path), version)]),
  )
  const root = purl(product.name, product.version)
  const needs = (from, { dependencies = {}, optionalDependencies = {} }) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .map((name) => find(packages, from, name))
      .filter((path) => path !== undefined)
      .map((path) => refs[path])
  const dependsOn = { [root]: new Set(needs('', product)) }
  for (const [path, entry] of Object.entries(packages)) {
    dependsOn[refs[path]] ??= new Set()
    for (const ref of needs(path, entry)) dependsOn[refs[path]].add(ref)
  }
  const components = Object.fromEntries(
    Object.entries(packages).map(([path, entry]) => [refs[path], component(nameOf(path), entry, refs[path])]),
  )
  const content = {
    metadata: { component: { ...component(product.name, product, root), type: 'application' } },
    components: Object.values(components),
    dependencies: Object.entries(dependsOn).map(([ref, set]) => ({ ref, dependsOn: [...set].sort(byText) })),
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  }
}

export const nameOf = (path) => path.split('node_modules/').at(-1)

const byText = (one, other) => (one < other ? -1 : 1)

const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

function component(name, { version, license, integrity }, ref) {
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return {
    type: 'library',
    'bom-ref': ref,
    ...(group && { group }),
    name: own,
    version,
    ...(integrity && { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] }),
    ...(license && {
      licenses: [/ (OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } }],
    }),
    purl: ref,
  }
}

const hexOf = (integrity) => Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')

/** A UUID of version 8: its bits are ours to choose. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
