import { expect, it } from 'vitest'

import { fileProblem } from './file-problem.ts'

const said = (code: string) => String(fileProblem(Object.assign(new Error(code), { code }), '/backups/a.backup'))

it.each([
  ['ENOSPC', 'The disk that holds /backups is full; free some space'],
  ['EDQUOT', 'The disk that holds /backups is full; free some space'],
  ['EROFS', '/backups/a.backup cannot be used (EROFS); change its permissions, or name another file.'],
  ['EACCES', '/backups/a.backup cannot be used (EACCES); change its permissions, or name another file.'],
  ['EEXIST', '/backups/a.backup exists already; name another file'],
  ['ENOENT', 'There is no /backups/a.backup; check the name.'],
  ['EIO', 'The disk that holds /backups/a.backup reports an error; check the disk.'],
])('says of %s what to do', (code, sentence) => {
  expect(said(code)).toContain(`StartFailure: ${sentence}`)
})

it('leaves what it does not know as it is', () => {
  const error = new Error('a bug')
  expect(fileProblem(error, '/backups/a.backup')).toBe(error)
})
