import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DEFAULT_REJECT_LIMITS } from '../../src/core/catalog/runs/reject-limits.ts'
import { VARIABLES } from '../../src/server/main/variables.ts'

const defaultOf = (variable: string) => VARIABLES.get(variable)?.default ?? ''

/** What a text would say if it named the default of a setting, which is wrong for everybody who has changed it. */
const DEFAULTS = [
  `${DEFAULT_REJECT_LIMITS.days} days`,
  `${DEFAULT_REJECT_LIMITS.rows.toLocaleString('en')} rejected rows`,
  `${DEFAULT_REJECT_LIMITS.megabytes} MB`,
  `${defaultOf('RUN_RETENTION_DAYS')} days`,
  `${defaultOf('LOG_RETENTION_DAYS')} days`,
  `${defaultOf('AUDIT_RETENTION_DAYS')} days`,
  `${defaultOf('BACKUP_KEEP')} backups`,
  `${defaultOf('STEP_MEMORY')} MB`,
  `${defaultOf('STEP_SECONDS')} seconds`,
]

const TEXTS = [
  ['src/core/catalog/sentences/en.po', /^(?:msgid )?".*"$/],
  ['src/ui/i18n/**/en.po', /^(?:msgid )?".*"$/],
  ['src/contract/requests/*.ts', /^\s+summary:|^\s+'/],
] as const

it('no text for people or programs names the value of a setting as if it were the same for everybody', () => {
  const lines = TEXTS.flatMap(([pattern, isText]) =>
    globSync(pattern).flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => isText.test(line)),
    ),
  )
  expect(lines.length).toBeGreaterThan(3_000)
  expect(lines.filter((line) => DEFAULTS.some((text) => new RegExp(`\\b${text}\\b`).test(line)))).toEqual([])
})
