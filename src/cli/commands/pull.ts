import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { codeSchema } from '../../contract/requests/code-schema.ts'
import { ROUTES } from '../../contract/routes.ts'
import { filesOfFolder } from '../code/folder-files.ts'
import { pullFiles } from '../code/pull-files.ts'
import type { Command } from '../command.ts'
import { JSON_OPTION } from '../common-options.ts'
import { openSession } from '../open-session.ts'

const SCHEMA_FILE = 'millrace.schema.json'

/** The way from the folder of a file to the schema. */
const schemaFor = (name: string): string => `${'../'.repeat(name.split('/').length - 1)}${SCHEMA_FILE}`

export const pull: Command = {
  description: [
    'Writes all flows, connections, integrations and alert channels into a folder, one YAML file each. Secrets are references; no file contains one.',
    'Your comments, the order of keys and your own references to secrets stay. With --prune, files of what no longer exists are removed.',
  ],
  arguments: ['FOLDER?'],
  options: { ...JSON_OPTION, prune: { type: 'boolean', description: 'remove files of what no longer exists' } },
  run: async ({ arguments: [folder = '.'], flag, print }) => {
    const { call, orgId } = await openSession()
    const exported = await call(ROUTES.exportCode, { params: { orgId } })
    mkdirSync(folder, { recursive: true })
    const existing = filesOfFolder(folder)
    const { written, gone } = pullFiles(exported, existing, schemaFor)
    for (const { name, text } of written) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    writeFileSync(join(folder, SCHEMA_FILE), `${JSON.stringify(codeSchema(), null, 2)}\n`)
    const removed = flag('prune') ? gone : []
    for (const name of removed) rmSync(join(folder, name))
    const names = written.map(({ name }) => name)
    if (flag('json')) print(JSON.stringify({ written: names, removed, gone: flag('prune') ? [] : gone }))
    else {
      for (const name of names) print(`written ${name}`)
      for (const name of removed) print(`removed ${name}`)
      if (!flag('prune'))
        for (const name of gone)
          print(`${name} describes what no longer exists. Remove it, or restore that with "millrace apply".`)
      const { files } = exported
      print(`${files.length} documents: ${names.length} written, ${files.length - names.length} unchanged`)
    }
    return 0
  },
}
