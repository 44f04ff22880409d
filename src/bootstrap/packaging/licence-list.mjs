import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { nameOf } from './sbom.mjs'

/** The licences of the packages, each with the texts that it came with. @param folder holds the packages, by their paths */
export function licenceList(packages, folder) {
  const parts = Object.entries(packages).map(([path, { version, license }]) => {
    const texts = readdirSync(join(folder, path))
      .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
      .map((name) => readFileSync(join(folder, path, name), 'utf8').trim())
    return [`${nameOf(path)} ${version}: ${license ?? 'see its text'}`, ...texts].join('\n\n')
  })
  return `${parts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}
