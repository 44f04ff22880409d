/** The version that the caller has seen; without one the change overwrites any version, as the specification's client does. */
export function versionFrom(request: Request): number | undefined {
  const expected = request.headers.get('if-match')
  return expected === null ? undefined : Number(expected.replaceAll('"', ''))
}
