import { expect, it } from 'vitest'

import { joinedFileName, joinedFiles } from './joined-files.ts'

it('puts every file into one, each with its name', () => {
  const files = [
    { name: 'flows/a.yaml', text: 'name: A\n' },
    { name: 'flows/b.yaml', text: 'name: B\n' },
  ]
  expect(joinedFiles(files)).toBe('---\n# flows/a.yaml\nname: A\n---\n# flows/b.yaml\nname: B\n')
  expect(joinedFileName('Ada & Söhne / EU')).toBe('Ada Söhne EU.millrace.yaml')
  expect(joinedFileName('///')).toBe('organization.millrace.yaml')
})
