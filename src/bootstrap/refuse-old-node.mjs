// Every Node with modules can parse this file, so that an old one shows this sentence and not a syntax error.

const OLDEST = [20, 19]

export function isOlder(version, [oldestMajor, oldestMinor]) {
  const [major, minor] = version.split('.').map(Number)
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor)
}

export function refuseOldNode(version) {
  if (!isOlder(version, OLDEST)) return
  console.error(`Millrace needs Node ${OLDEST.join('.')} or newer, but this is Node ${version}.`)
  process.exit(1)
}
