/** The section of a version in the changelog. @throws when it is missing, or when entries would not belong to any version */
export function releaseNotes(changelog, version) {
  const sections = changelog.split(/^(?=## \[)/m)
  const bodyOf = (name) =>
    sections
      .find((section) => section.startsWith(`## [${name}]`))
      ?.replace(/^.*\n/, '')
      .trim()
  if (bodyOf('Unreleased')) {
    throw new Error(
      `CHANGELOG.md has entries under [Unreleased]; move them under [${version}], or release the next version.`,
    )
  }
  const notes = bodyOf(version)
  if (!notes) throw new Error(`CHANGELOG.md describes no version ${version}; add a section "## [${version}]".`)
  return `${notes}\n`
}
