import { describe, expect, it } from 'vitest'

import { releaseNotes } from '../../src/bootstrap/packaging/release-notes.mjs'

const changelog = (unreleased: string) => `# Changelog

## [Unreleased]
${unreleased}
## [0.2.0]

### Added

- Backups.

## [0.1.0]

The first one.
`

describe('the notes of a release', () => {
  it('are what the changelog says of the version', () => {
    expect(releaseNotes(changelog(''), '0.2.0')).toBe('### Added\n\n- Backups.\n')
    expect(releaseNotes(changelog(''), '0.1.0')).toBe('The first one.\n')
  })

  it('are missing when nobody wrote them, or when something would belong to no version', () => {
    expect(() => releaseNotes(changelog(''), '0.3.0')).toThrow('CHANGELOG.md describes no version 0.3.0')
    expect(() => releaseNotes(changelog('\n- Something.\n'), '0.2.0')).toThrow('has entries under [Unreleased]')
  })
})
