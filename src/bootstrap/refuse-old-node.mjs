// Every Node with modules can parse this file, so that an old one shows this sentence and not a syntax error.

const OLDEST = [20, 19]

export function isTooOld(version) {
  const [major, minor] = version.split('.').map(Number)
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])
}

export function refuseOldNode(version) {
  if (!isTooOld(version)) return
  console.error(`Millrace needs Node ${OLDEST.join('.')} or newer, but this is Node ${version}.`)
  process.exit(1)
}
