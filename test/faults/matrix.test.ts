import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { FAULT_MATRIX } from './matrix.ts'
import { MIRROR_CASES, MIRROR_FAULTS } from './mirror-matrix.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

it('knows every fault from F-01 to F-45', () => {
  expect(FAULT_MATRIX.map(({ id }) => id)).toEqual(
    Array.from({ length: 45 }, (_, n) => `F-${String(n + 1).padStart(2, '0')}`),
  )
})

const ALL = [...FAULT_MATRIX, ...MIRROR_CASES, ...MIRROR_FAULTS]

it.each(ALL)('$id is shown by tests that are there: $fault', ({ proofs }) => {
  expect(proofs).not.toEqual([])
  for (const { file, title } of proofs) expect(read(file), file).toContain(title)
})

it('is in the documentation, row by row', () => {
  const page = read('docs/faults.md')
  for (const { id, fault, proofs } of ALL) {
    const files = [...new Set(proofs.map(({ file }) => `\`${file}\``))]
    expect(page).toContain(`| ${id} | ${fault} | ${files.join(', ')} |`)
  }
})
